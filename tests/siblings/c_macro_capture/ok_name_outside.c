// Right: a name that begins like the header's, in a function that uses none of the macros and is no part of the structure.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static _Atomic(Node *) Top;

int twice(int counterpoint_old)
{
  return 2 * counterpoint_old;
}

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top = Top;
    node->next = top;
    if (atomic_compare_exchange_strong(&Top, &top, node)) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Node *top = Top;
    if (top == NULL) {
      return false;
    }
    Node *next = top->next;
    if (atomic_compare_exchange_strong(&Top, &top, next)) {
      *out = top->data;
      return true;
    }
  }
}
