// push and pop use different locks.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Top;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t PopLock = PTHREAD_MUTEX_INITIALIZER;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  pthread_mutex_lock(&Lock);
  node->next = Top;
  Top = node;
  pthread_mutex_unlock(&Lock);
}

bool pop(int *out)
{
  pthread_mutex_lock(&PopLock);
  Node *top = Top;
  if (top == NULL) {
    pthread_mutex_unlock(&PopLock);
    return false;
  }
  Top = top->next;
//^^^^^^^^^^^^^^^ leak
  pthread_mutex_unlock(&PopLock);
  *out = top->data;
  free(top);
  return true;
}
