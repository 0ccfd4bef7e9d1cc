// deq takes no lock: two threads remove the same value.

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
  Node *head = Head;
  Node *first = head->next;
  if (first == NULL) {
    return false;
  }
  *out = first->data;
  Head = first;
  return true;
//^^^^^^^^^^^^ linearizability
}
