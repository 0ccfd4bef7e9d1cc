// Wrong: not C: the commas of the compound literal in the second place split it, and the real macro gets four arguments;
// gcc rejects the file. What gcc rejects must not be proved.

#include <stdbool.h>
#include <stdlib.h>
#include "counterpoint.h"

//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node {
  int data;
  struct Node *next;
} Node;

typedef struct Ptr {
  Node *ptr;
  unsigned long age;
} Ptr;

static Ptr Top;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Ptr top = LOAD(&Top);
    node->next = top.ptr;
    if (CAS(&Top, (Ptr){ top.ptr, top.age }, (Ptr){ node, top.age + 1 })) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Ptr top = LOAD(&Top);
    if (top.ptr == NULL) {
      return false;
    }
    Node *next = top.ptr->next;
    int data = top.ptr->data;
    if (CAS(&Top, top, (Ptr){ next, top.age + 1 })) {
      *out = data;
      free(top.ptr);
      return true;
    }
  }
}
