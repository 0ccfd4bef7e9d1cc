// A stack behind a spin lock that is made of an atomic flag.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory gc
//@ empty -1

#define EMPTY (-1)

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Top;
static atomic_flag Busy = ATOMIC_FLAG_INIT;

static void enter(void)
{
  while (atomic_flag_test_and_set(&Busy)) {
  }
}

static void leave(void)
{
  atomic_flag_clear(&Busy);
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
    Top = Top->next;
  }
  leave();
  return value;
}
