// deq releases a lock that it does not hold: that of the node which was the first before.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 2
//@ linearizable queue(enq, deq)
//@ memory gc

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
  head->next = first->next;
  pthread_mutex_unlock(&head->lock);
  *out = first->data;
  pthread_mutex_unlock(&first->lock);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  return true;
}
