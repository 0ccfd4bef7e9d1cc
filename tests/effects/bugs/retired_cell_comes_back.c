// A cell that one thread has cut off and is about to free is put back into the stack by another one.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
//@ linearizable stack(push, pop)
//@ memory manual

typedef struct Node Node;
struct Node {
  int data;
  Node *next;
};

static Node *Top;
static Node *Last;

void push(int value)
{
  ATOMIC {
    Node *node = Last;
    if (node == NULL) {
      node = malloc(sizeof *node);
    }
    node->data = value;
    node->next = Top;
    Top = node;
    Last = NULL;
  }
}

bool pop(int *out)
{
  Node *top;
  ATOMIC {
    top = Top;
    if (top == NULL) return false;
    Last = top;
    *out = top->data;
    Top = top->next;
  }
  ATOMIC {
    if (Last == top) Last = NULL;
  }
  free(top);
//^^^^^^^^^ leak
  return true;
}
