// What was done before a thread waits for ever was done: here all values are lost.

#include "counterpoint.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
  pthread_mutex_t lock;
} Node;

static _Atomic(Node *) Top;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  pthread_mutex_init(&node->lock, NULL);
  Node *top;
  do {
    top = Top;
    node->next = top;
  } while (!CAS(&Top, top, node));
}

bool pop(int *out)
{
  Node *mine = malloc(sizeof *mine);
  pthread_mutex_init(&mine->lock, NULL);
  pthread_mutex_lock(&mine->lock);
  Node *top = Top;
  if (top == NULL) {
    return false;
//  ^^^^^^^^^^^^^ linearizability
  }
  Top = NULL;
  pthread_mutex_lock(&mine->lock);
  *out = top->data;
  return true;
}
