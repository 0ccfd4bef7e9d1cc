// The variable that holds the address of the top is seen in this file only.
// verdict: proved

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <stdio.h>

//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node Node;
struct Node {
  int data;
  Node *next;
};

static _Atomic(Node *) Top;

struct Door { int number; _Atomic(Node *) *to; };
static struct Door door = { 1, &Top };

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top = Top;
    node->next = top;
    if (atomic_compare_exchange_strong(&Top, &top, node)) {
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
    if (atomic_compare_exchange_strong(&Top, &top, next)) {
      *out = top->data;
      return true;
    }
  }
}
