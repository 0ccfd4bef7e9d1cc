// Michael and Scott's queue with two locks: enqueuers and dequeuers do not wait for each other.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable queue(enq, deq)
//@ memory manual

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
  Tail = node;
  pthread_mutex_unlock(&TailLock);
}

bool deq(int *out)
{
  pthread_mutex_lock(&HeadLock);
  Node *head = Head;
  Node *first = head->next;
  if (first == NULL) {
    pthread_mutex_unlock(&HeadLock);
    return false;
  }
  *out = first->data;
  Head = first;
  pthread_mutex_unlock(&HeadLock);
  free(head);
  return true;
}
