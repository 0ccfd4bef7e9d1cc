// Right: main and its thread use push and pop only.

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

static void *pusher(void *argument)
{
  push(1);
  return argument;
}

int main(void)
{
  pthread_t thread;
  int value;
  pthread_create(&thread, NULL, pusher, NULL);
  pop(&value);
  pthread_join(thread, NULL);
  return 0;
}
