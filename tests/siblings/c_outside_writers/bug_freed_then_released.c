// Wrong: the cell is freed, then its mutex is released: a write to freed memory.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node Node;
struct Node {
  int data;
  Node *next;
  pthread_mutex_t lock;
};

static Node *Anchor;

void init(void)
{
  Anchor = malloc(sizeof *Anchor);
  Anchor->next = NULL;
  pthread_mutex_init(&Anchor->lock, NULL);
}

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  pthread_mutex_init(&node->lock, NULL);
  Node *anchor = Anchor;
  pthread_mutex_lock(&anchor->lock);
  node->next = anchor->next;
  anchor->next = node;
  pthread_mutex_unlock(&anchor->lock);
}

bool pop(int *out)
{
  Node *anchor = Anchor;
  pthread_mutex_lock(&anchor->lock);
  Node *top = anchor->next;
  if (top == NULL) {
    pthread_mutex_unlock(&anchor->lock);
    return false;
  }
  pthread_mutex_lock(&top->lock);
  anchor->next = top->next;
  *out = top->data;
  pthread_mutex_unlock(&anchor->lock);
  free(top);
  pthread_mutex_unlock(&top->lock);
  return true;
}
