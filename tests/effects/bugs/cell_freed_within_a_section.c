// What a locked section reads may be freed meanwhile by those who need no lock.

#include "counterpoint.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node Node;

typedef struct {
  _Alignas(16) Node *ptr;
  unsigned age;
} Ptr;

struct Node {
  int data;
  Node *next;
};

static _Atomic Ptr Top;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Ptr top = Top;
    node->next = top.ptr;
    if (CAS(&Top, top, (Ptr){ node, top.age + 1 })) {
      return;
    }
  }
}

bool pop(int *out)
{
  pthread_mutex_lock(&Lock);
  Ptr seen = Top;
  Node *second = NULL;
  if (seen.ptr != NULL) {
    second = seen.ptr->next;
  }
  pthread_mutex_unlock(&Lock);
  if (second != NULL) {
    second = second->next;
//           ^^^^^^ undefined-dereference
  }
  while (true) {
    Ptr top = Top;
    if (top.ptr == NULL) {
      return false;
    }
    Node *next = top.ptr->next;
    if (CAS(&Top, top, (Ptr){ next, top.age + 1 })) {
      *out = top.ptr->data;
      free(top.ptr);
      return true;
    }
  }
}
