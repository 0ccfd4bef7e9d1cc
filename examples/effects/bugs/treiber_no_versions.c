// Without version counters: the top may have been removed, freed and inserted again, and the comparison
// does not notice (ABA).

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node Node;

struct Node {
  int data;
  Node *next;
};

static _Atomic(Node *) Top;

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top = Top;
    node->next = top;
    if (CAS(&Top, top, node)) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Node *top = Top;
    if (top == NULL) {
      return false;
    }
    Node *next = top->next;
    if (CAS(&Top, top, next)) {
//     ^^^^^^^^^^^^^^^^^^^^^^ undefined-published
      *out = top->data;
      free(top);
      return true;
    }
  }
}
