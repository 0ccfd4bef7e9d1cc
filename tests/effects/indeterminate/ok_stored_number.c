// What is stored of an indeterminate number is some number, which stays what it is.
// verdict: proved

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

static atomic_int Number;

void init(void)
{
  int number;
  Number = number;
}

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  int number = Number;
  if (number == 3) {
    assert(number == 3);
  }
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
