// Functions that are not named, and that only read, call operations, or change what is their own.
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

bool is_empty(void)
{
  return Top == NULL;
}

bool peek(int *out)
{
  Node *top = Top;
  if (top == NULL) {
    return false;
  }
  *out = top->data;
  return true;
}

void push_two(int one, int other)
{
  push(one);
  push(other);
}

void dump(void)
{
  for (Node *at = Top; at != NULL; at = at->next) {
    printf("%d\n", at->data);
  }
}

Node *node_new(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  return node;
}

int twice(int Top)
{
  Top = 2 * Top;
  return Top;
}

__attribute__((unused)) static void clear(void)
{
  Top = NULL;
}

void init(void)
{
  Top = NULL;
}

int main(void)
{
  int value;
  init();
  push(1);
  while (pop(&value)) {
    printf("%d\n", value);
  }
  return 0;
}
