// Whoever comes first to an empty stack gets through a loop that looks like waiting for a lock, and dereferences null.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 1
//@ linearizable stack(push, pop)
//@ memory gc
//@ empty -1
#define EMPTY (-1)

typedef struct Node Node;
struct Node {
  int data;
  Node *next;
};

static _Atomic(Node *) Top;
static atomic_bool Busy;
static bool Mode = true;
void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  Node *top;
  do {
    top = Top;
    node->next = top;
  } while (!atomic_compare_exchange_strong(&Top, &top, node));
}
int pop(void)
{
  Node *top, *next;
  do {
    top = Top;
    if (top == NULL) {
      if (!Mode) return EMPTY;
      bool taken = true;
      while (taken)
        taken = atomic_exchange(&Busy, true);
      next = top->next;
//           ^^^ null-dereference
      return EMPTY;
    }
    next = top->next;
  } while (!atomic_compare_exchange_strong(&Top, &top, next));
  return top->data;
}
