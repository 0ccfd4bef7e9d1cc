// A store of the value that is there already is a store: another one may come after it.

#include "counterpoint.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 1
//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static _Atomic(Node *) Top;
static atomic_int Mode, Done, Once;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  Node *top;
  do {
    top = Top;
    node->next = top;
  } while (!CAS(&Top, top, node));
  if (CAS(&Once, 0, 1)) {
    Mode = 1;
    Done = 1;
  }
}

bool pop(int *out)
{
  Mode = 0;
  if (Done == 1) {
    assert(Mode == 0);
//  ^^^^^^^^^^^^^^^^^ assertion
  }
  Node *top;
  do {
    top = Top;
    if (top == NULL) {
      return false;
    }
  } while (!CAS(&Top, top, top->next));
  *out = top->data;
  return true;
}
