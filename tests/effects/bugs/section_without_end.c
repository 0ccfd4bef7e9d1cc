// The stack is emptied within a locked section that never ends: what it did remains.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static _Atomic(Node *) Top;
static int Coin;
static pthread_mutex_t L = PTHREAD_MUTEX_INITIALIZER;

void push(int value)
{
  Coin = Coin + 1;
  if (Coin == 2) {
    pthread_mutex_lock(&L);
    Top = NULL;
    while (true) {
    }
  }
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
    if (atomic_compare_exchange_strong(&Top, &top, next)) {
      *out = top->data;
      return true;
    }
  }
}
