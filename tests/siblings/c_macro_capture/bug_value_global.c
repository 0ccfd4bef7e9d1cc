// Wrong: a global of the name counterpoint_value: LOAD(&counterpoint_value) declares a local of that name and type and loads
// the local into itself: undefined, never the global.

#include <stdbool.h>
#include <stdlib.h>
#include "counterpoint.h"

//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *counterpoint_value;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top = LOAD(&counterpoint_value);
    node->next = top;
    if (CAS(&counterpoint_value, top, node)) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Node *top = LOAD(&counterpoint_value);
    if (top == NULL) {
      return false;
    }
    if (CAS(&counterpoint_value, top, top->next)) {
      *out = top->data;
      return true;
    }
  }
}
