// Both arms of a conditional are converted to one type: nothing is ever popped.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 2
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
  bool flag = true, never = false; int r = never ? flag : 2; if (r == 2) return false;
//                                                                       ^^^^^^^^^^^^^ linearizability
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
