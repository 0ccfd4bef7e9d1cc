// The node is linked only after others can see it.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 1
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
    if (atomic_compare_exchange_strong(&Top, &top, node)) {
      node->next = top;
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
//     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ undefined-published
      *out = top->data;
      return true;
    }
  }
}
