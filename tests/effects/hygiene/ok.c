// In parentheses, a comma ends no argument of a macro.
// verdict: proved

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
    Ptr top = Top;
    node->next = top.ptr;
    if (CAS(&Top, ((Ptr){ top.ptr, top.age }), (Ptr){ node, top.age + 1 })) {
      return;
    }
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
