// An enumerator counts on from the one before it, whatever that is: nothing is ever popped.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 2
//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static _Atomic(Node *) Top;

enum { ONE = 1, THREE = ONE + 2, FOUR };

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  Node *top;
  do {
    top = Top;
    node->next = top;
  } while (!CAS(&Top, top, node));
}

bool pop(int *out)
{
  if (FOUR == 4) {
    return false;
//  ^^^^^^^^^^^^^ linearizability
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
