// Wrong: within ATOMIC the name counterpoint_inside is the macro's variable, not the program's: the test sees 1 where the
// program's own variable is 0, and push never links its node: the value is lost.

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
  int counterpoint_inside = 0;
  ATOMIC {
    if (counterpoint_inside == 0) {
      node->next = Top;
      Top = node;
    }
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
