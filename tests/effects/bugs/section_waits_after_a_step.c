// After a write that others see, a section waits for a lock that never becomes free: it is no atomic block.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 3
//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
  pthread_mutex_t lock;
} Node;

static Node *Top;
static atomic_int Count, Broken;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  pthread_mutex_init(&node->lock, NULL);
  pthread_mutex_lock(&Lock);
  node->next = Top;
  Top = node;
  pthread_mutex_unlock(&Lock);
}

bool pop(int *out)
{
  int count = atomic_fetch_add(&Count, 1);
  Node *mine = malloc(sizeof *mine);
  pthread_mutex_init(&mine->lock, NULL);
  pthread_mutex_lock(&Lock);
  Node *top = Top;
  if (top == NULL) {
    pthread_mutex_unlock(&Lock);
    return false;
  }
  if (count == 0) {
    for (int i = 0; i < 2; i++) {
    }
    pthread_mutex_lock(&mine->lock);
    Broken = 1;
    pthread_mutex_lock(&mine->lock);
    pthread_mutex_unlock(&mine->lock);
    pthread_mutex_unlock(&Lock);
    return false;
  }
  pthread_mutex_unlock(&Lock);
  if (Broken) {
    return false;
//  ^^^^^^^^^^^^^ linearizability
  }
  pthread_mutex_lock(&Lock);
  top = Top;
  if (top == NULL) {
    pthread_mutex_unlock(&Lock);
    return false;
  }
  Top = top->next;
  pthread_mutex_unlock(&Lock);
  *out = top->data;
  return true;
}
