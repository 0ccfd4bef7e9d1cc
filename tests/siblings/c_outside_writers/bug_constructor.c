// Wrong: the attribute makes the function run before main and at the end of the process, beside other threads: what threads have
// pushed is lost.

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

static __attribute__((destructor)) void at_exit(void)
{
  Top = NULL;
}
