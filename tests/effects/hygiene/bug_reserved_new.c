// To gcc, a variable of the macro's own would be meant.
// verdict: unsupported

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

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
    Ptr counterpoint_new = Top;
    node->next = counterpoint_new.ptr;
    if (CAS(&Top, counterpoint_new, (Ptr){ node, counterpoint_new.age + 1 })) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Ptr counterpoint_new = Top;
    if (counterpoint_new.ptr == NULL) {
      return false;
    }
    Node *next = counterpoint_new.ptr->next;
    if (CAS(&Top, counterpoint_new, (Ptr){ next, counterpoint_new.age + 1 })) {
      *out = counterpoint_new.ptr->data;
      free(counterpoint_new.ptr);
      return true;
    }
  }
}
