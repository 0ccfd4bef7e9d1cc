// Wrong: root() hands out the address of Top; a caller writes `*root() = NULL`, and what was pushed is lost.

#include <pthread.h>
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

_Atomic(Node *) *root(void)
{
  return &Top;
}
