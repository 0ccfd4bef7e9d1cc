// A queue whose operations are atomic blocks. Head is a node before the first value.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable queue(enq, deq)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Head, *Tail;

void init(void)
{
  Head = malloc(sizeof *Head);
  Head->next = NULL;
  Tail = Head;
}

void enq(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  ATOMIC {
    Tail->next = node;
    Tail = node;
  }
}

bool deq(int *out)
{
  ATOMIC {
    Node *first = Head->next;
    if (first == NULL) {
      return false;
    }
    *out = first->data;
    Head = first;
  }
  return true;
}
