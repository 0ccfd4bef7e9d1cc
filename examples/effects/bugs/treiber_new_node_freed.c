// push frees its node when another thread was faster, and goes on with it.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 1
//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node Node;

typedef struct {
  _Alignas(16) Node *ptr;
  unsigned age;
} Ptr;

struct Node {
  int data;
  Node *next;
};

static _Atomic Ptr Top;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Ptr top = Top;
    node->next = top.ptr;
//  ^^^^^^^^^^^^^^^^^^^^ use-after-free
    if (CAS(&Top, top, (Ptr){ node, top.age + 1 })) {
      return;
    }
    free(node);
  }
}

bool pop(int *out)
{
  while (true) {
    Ptr top = Top;
    if (top.ptr == NULL) {
      return false;
    }
    Node *next = top.ptr->next;
    if (CAS(&Top, top, (Ptr){ next, top.age + 1 })) {
      *out = top.ptr->data;
      free(top.ptr);
      return true;
    }
  }
}
