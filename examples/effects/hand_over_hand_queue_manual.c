// The queue whose nodes have locks, with memory that is freed: who waits for the lock of a node holds that of the node before,
// so nobody does when a node is unlinked.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable queue(enq, deq)
//@ memory manual

typedef struct Node Node;
struct Node {
  int data;
  Node *next;
  pthread_mutex_t lock;
};

static Node *Head;

void init(void)
{
  Head = malloc(sizeof *Head);
  Head->next = NULL;
  pthread_mutex_init(&Head->lock, NULL);
}

void enq(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  pthread_mutex_init(&node->lock, NULL);
  Node *at = Head;
  pthread_mutex_lock(&at->lock);
  Node *next = at->next;
  while (next != NULL) {
    pthread_mutex_lock(&next->lock);
    pthread_mutex_unlock(&at->lock);
    at = next;
    next = at->next;
  }
  at->next = node;
  pthread_mutex_unlock(&at->lock);
}

bool deq(int *out)
{
  Node *head = Head;
  pthread_mutex_lock(&head->lock);
  Node *first = head->next;
  if (first == NULL) {
    pthread_mutex_unlock(&head->lock);
    return false;
  }
  pthread_mutex_lock(&first->lock);
  head->next = first->next;
  pthread_mutex_unlock(&head->lock);
  *out = first->data;
  pthread_mutex_unlock(&first->lock);
  free(first);
  return true;
}
