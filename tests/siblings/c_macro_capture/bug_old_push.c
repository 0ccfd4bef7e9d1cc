// Wrong: the macro CAS declares a variable of the name counterpoint_old; the second argument then names that one: it is
// initialised by itself, undefined. The compiled push compares Top with rubbish: it may spin for ever, or, if the rubbish
// equals Top while node->next does not, lose nodes. What is compiled is not what is read.

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
    Node *counterpoint_old = LOAD(&Top);
    node->next = counterpoint_old;
    if (CAS(&Top, counterpoint_old, node)) {
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
    if (CAS(&Top, top, top->next)) {
      *out = top->data;
      return true;
    }
  }
}
