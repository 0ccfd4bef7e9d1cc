// Wrong: in pop the variable counterpoint_old is used in the third argument: the macro's variable of that name, a copy of
// `top`, takes its place. pop reads seen->next of another cell than it means: here the program's own variable holds
// top->next, and the compiled code stores top instead: the node is never removed, and is popped again and again.

#include <stdbool.h>
#include <stdlib.h>
#include "counterpoint.h"

//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Top;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top = LOAD(&Top);
    node->next = top;
    if (CAS(&Top, top, node)) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Node *top = LOAD(&Top);
    if (top == NULL) {
      return false;
    }
    Node *counterpoint_old = top->next;
    if (CAS(&Top, top, counterpoint_old)) {
      *out = top->data;
      return true;
    }
  }
}
