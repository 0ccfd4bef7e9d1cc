// Wrong: counterpoint_atomic is the header's own flag behind ATOMIC. push clears it in the midst of its block: another
// thread enters ATOMIC, both read Top, and one push is lost.

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
  ATOMIC {
    node->next = Top;
    counterpoint_leave(NULL);
    Top = node;
  }
}

bool pop(int *out)
{
  ATOMIC {
    Node *top = Top;
    if (top == NULL) {
      return false;
    }
    Top = top->next;
    *out = top->data;
  }
  return true;
}
