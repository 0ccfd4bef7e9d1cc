// Right: the function outside writes a variable of its own.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Top;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

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
  pthread_mutex_lock(&Lock);
  Node *top = Top;
  if (top == NULL) {
    pthread_mutex_unlock(&Lock);
    return false;
  }
  Top = top->next;
  pthread_mutex_unlock(&Lock);
  *out = top->data;
  free(top);
  return true;
}

static int Calls;

void count(void)
{
  Calls++;
}
