// A stack whose operations are atomic blocks.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

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
  ATOMIC {
    if (Top == NULL) {
      return false;
    }
    *out = Top->data;
    Top = Top->next;
  }
  return true;
}
