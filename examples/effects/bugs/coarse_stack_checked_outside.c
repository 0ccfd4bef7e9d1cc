// pop looks whether there is something outside its atomic block.

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

static Node *Top;

void init(void)
{
  Top = NULL;
}

void push(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  ATOMIC {
    node->next = Top;
    Top = node;
  }
}

bool pop(int *out)
{
  if (Top == NULL) {
    return false;
  }
  ATOMIC {
    *out = Top->data;
//         ^^^ null-dereference
    Top = Top->next;
  }
  return true;
}
