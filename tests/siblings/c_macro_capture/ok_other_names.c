// Right: the same stack with names of its own.

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
  Node *new_node = malloc(sizeof *new_node);
  new_node->data = value;
  while (true) {
    Node *old = LOAD(&Top);
    new_node->next = old;
    if (CAS(&Top, old, new_node)) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Node *old = LOAD(&Top);
    if (old == NULL) {
      return false;
    }
    if (CAS(&Top, old, old->next)) {
      *out = old->data;
      return true;
    }
  }
}
