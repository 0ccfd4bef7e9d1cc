// A cell that is allocated within a locked section may have been shared a moment before.

#include "counterpoint.h"
#include <assert.h>
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
  pthread_mutex_lock(&Lock);
  Ptr seen = Top;
  Node *node = malloc(sizeof *node);
  bool is_same = node == seen.ptr;
  pthread_mutex_unlock(&Lock);
  assert(!is_same);
//^^^^^^^^^^^^^^^^ assertion
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
