// A stack whose operations are atomic blocks; a removed node is freed.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory manual

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
    Node *top = Top;
    if (top == NULL) {
      return false;
    }
    *out = top->data;
    Top = top->next;
    free(top);
  }
  return true;
}
