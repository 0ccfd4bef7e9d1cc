// The variable of a helper is indeterminate in each call, and set in the first one only.
// verdict: refuted

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node Node;
struct Node {
  int data;
  Node *next;
};

static _Atomic(Node *) Top;

static bool is_next(bool is_first, Node *node)
{
  Node *top;
  if (is_first) {
    top = Top;
  }
  node->next = top;
  return atomic_compare_exchange_strong(&Top, &top, node);
}

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  bool is_first = true;
  while (!is_next(is_first, node)) {
    is_first = false;
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
    if (atomic_compare_exchange_strong(&Top, &top, next)) {
      *out = top->data;
      return true;
    }
  }
}
