// The lock is looked at and taken in two steps.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory gc
//@ empty -1

#define EMPTY (-1)

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Top;
static atomic_bool Busy;

static void enter(void)
{
  while (Busy) {
  }
  Busy = true;
}

static void leave(void)
{
  Busy = false;
}

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  enter();
  node->next = Top;
  Top = node;
  leave();
}

int pop(void)
{
  int value = EMPTY;
  enter();
  if (Top != NULL) {
    value = Top->data;
//          ^^^ null-dereference
    Top = Top->next;
  }
  leave();
  return value;
}
