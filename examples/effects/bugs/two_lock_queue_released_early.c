// enq releases its lock before it moves the tail.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable queue(enq, deq)
//@ memory gc

typedef struct Node {
  int data;
  _Atomic(struct Node *) next;
} Node;

static Node *Head, *Tail;
static pthread_mutex_t HeadLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t TailLock = PTHREAD_MUTEX_INITIALIZER;

void init(void)
{
  Node *node = malloc(sizeof *node);
  node->next = NULL;
  Head = node;
  Tail = node;
}

void enq(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  pthread_mutex_lock(&TailLock);
  Tail->next = node;
  pthread_mutex_unlock(&TailLock);
  Tail = node;
}

bool deq(int *out)
{
  pthread_mutex_lock(&HeadLock);
  Node *head = Head;
  Node *first = head->next;
  if (first == NULL) {
    pthread_mutex_unlock(&HeadLock);
    return false;
//  ^^^^^^^^^^^^^ linearizability
  }
  *out = first->data;
  Head = first;
  pthread_mutex_unlock(&HeadLock);
  return true;
}
