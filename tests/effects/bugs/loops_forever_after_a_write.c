// The stack is emptied, and then the thread goes on for itself, forever: what it did remains.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sched.h>

// explore: --threads 2 --ops 2
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
//    ^^^^^^^^^^^^^ linearizability
    }
    Node *next = top->next;
    if (next == NULL) { Top = NULL; for (;;) sched_yield(); }
    if (atomic_compare_exchange_strong(&Top, &top, next)) {
      *out = top->data;
      return true;
    }
  }
}
