// deq frees the new head in place of the old one.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 2
//@ linearizable queue(enq, deq)
//@ memory manual

typedef struct Node Node;

typedef struct {
  _Alignas(16) Node *ptr;
  unsigned age;
} Ptr;

struct Node {
  int data;
  Ptr next;
};

static _Atomic Ptr Head, Tail;

static bool same(Ptr one, Ptr other)
{
  return one.ptr == other.ptr && one.age == other.age;
}

// The version of the next pointer is left as it is: it goes on counting where the node's last life ended.
static Node *create(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next.ptr = NULL;
  return node;
}

void init(void)
{
  Node *node = create(0);
  Head = (Ptr){ node, 0 };
  Tail = (Ptr){ node, 0 };
}

void enq(int value)
{
  Node *node = create(value);
  while (true) {
    Ptr tail = Tail;
    Ptr next = LOAD(&tail.ptr->next);
    if (!same(Tail, tail)) {
      continue;
    }
    if (next.ptr == NULL) {
      if (CAS(&tail.ptr->next, next, (Ptr){ node, next.age + 1 })) {
        CAS(&Tail, tail, (Ptr){ node, tail.age + 1 });
        return;
      }
    } else {
      CAS(&Tail, tail, (Ptr){ next.ptr, tail.age + 1 });
    }
  }
}

bool deq(int *out)
{
  while (true) {
    Ptr head = Head;
    Ptr tail = Tail;
    Ptr next = LOAD(&head.ptr->next);
    if (!same(Head, head)) {
      continue;
    }
    if (head.ptr == tail.ptr) {
      if (next.ptr == NULL) {
        return false;
      }
      CAS(&Tail, tail, (Ptr){ next.ptr, tail.age + 1 });
    } else {
      int data = next.ptr->data;
      if (CAS(&Head, head, (Ptr){ next.ptr, head.age + 1 })) {
//       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ leak
        *out = data;
        free(next.ptr);
        return true;
      }
    }
  }
}
