// A cell that is freed within a locked section may be allocated by others before the section ends.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
// explore: --threads 2 --ops 1
//@ linearizable queue(enq, deq)
//@ memory manual
typedef struct Node { int data; struct Node *next; } Node;
static Node *Head, *Tail;
static pthread_mutex_t HeadLock = PTHREAD_MUTEX_INITIALIZER, TailLock = PTHREAD_MUTEX_INITIALIZER;
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
  Node *tmp = malloc(sizeof *tmp);
  pthread_mutex_lock(&HeadLock);
  free(tmp);
  Node *head = Head;
  Node *first = head->next;
  if (first == tmp) {
    pthread_mutex_unlock(&HeadLock);
    assert(false);
//  ^^^^^^^^^^^^^ assertion
    return true;
  }
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
