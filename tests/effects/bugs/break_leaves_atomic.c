// A break within ATOMIC leaves that block and no loop around it.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 2
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
  bool found = false;
  while (true) {
    ATOMIC {
      if (Top == NULL) break;
      *out = Top->data;
      Top = Top->next;
      found = true;
      break;
    }
    return false;
//  ^^^^^^^^^^^^^ linearizability
  }
  return found;
}
