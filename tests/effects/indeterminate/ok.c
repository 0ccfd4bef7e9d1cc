// The version of a new pointer is never set, and the pointer becomes shared: what is stored is some number, which stays what it
// is. The queue works with every number. A warning says that C11 promises less.
// verdict: proved

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable queue(enq, deq)
//@ memory manual

typedef int data_t;
typedef struct Node Node;

typedef struct {
  _Alignas(16) unsigned long age;
  Node *ptr;
} ptr_t;

struct Node {
  data_t data;
  ptr_t next;
};

static ptr_t create(data_t data)
{
  ptr_t res;
  res.ptr = malloc(sizeof *res.ptr);
  res.ptr->data = data;
  res.ptr->next.ptr = NULL;
  return res;
}

// Figure 3 counts the version of the place within CAS.
static bool cas(ptr_t *dst, ptr_t cmp, ptr_t swp)
{
  return CAS(dst, cmp, (ptr_t){ cmp.age + 1, swp.ptr });
}

static ptr_t Head, Tail;

void init(void)
{
  Head = create(0);
  Tail = Head;
}

void enq(data_t in)
{
  ptr_t node = create(in);
  while (true) {
    ptr_t tail = LOAD(&Tail);
    ptr_t next = LOAD(&tail.ptr->next);
    if (tail.age != Tail.age) continue;
    if (tail.ptr != Tail.ptr) continue;
    if (next.ptr == NULL) {
      if (cas(&tail.ptr->next, next, node)) {
        return;
      }
    } else {
      cas(&Tail, tail, next);
    }
  }
}

bool deq(data_t *out)
{
  while (true) {
    ptr_t head = LOAD(&Head);
    ptr_t next = LOAD(&head.ptr->next);
    if (head.age != Head.age) continue;
    if (head.ptr != Head.ptr) continue;
    if (next.ptr == NULL) {
      return false;
    } else {
      *out = next.ptr->data;
      if (cas(&Head, head, next)) {
        ptr_t tail = LOAD(&Tail);
        if (head.ptr == tail.ptr) {
          cas(&Tail, tail, next);
        }
        free(head.ptr);
        return true;
      }
    }
  }
}
