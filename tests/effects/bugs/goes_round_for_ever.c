// What was done before a thread goes round for ever was done: here all values are lost.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static _Atomic(Node *) Top;

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
  Node *mine = malloc(sizeof *mine);
  Node *top = Top;
  if (top == NULL) {
    return false;
//  ^^^^^^^^^^^^^ linearizability
  }
  Top = NULL;
  for (;;) {
    int data = mine->data;
    if (data) {
      data = 0;
    }
  }
  *out = top->data;
  return true;
}
