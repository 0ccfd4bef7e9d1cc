// Treiber's stack, optimised: it fails softly, and waits a little longer after each failure.

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory gc

#define LONGEST 4

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static _Atomic(Node *) Top;

static int back_off(int delay)
{
  for (int i = 0; i < delay; i++) {
    sched_yield();
  }
  return delay < LONGEST ? 2 * delay : delay;
}

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  int delay = 1;
  node->next = atomic_load(&Top);
  while (!atomic_compare_exchange_weak(&Top, &node->next, node)) {
    delay = back_off(delay);
  }
}

bool pop(int *out)
{
  int delay = 1;
  Node *top = atomic_load(&Top);
  while (top != NULL) {
    Node *next = top->next;
    if (atomic_compare_exchange_weak(&Top, &top, next)) {
      *out = top->data;
      return true;
    }
    delay = back_off(delay);
  }
  return false;
}
