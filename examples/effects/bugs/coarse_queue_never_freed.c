// A removed node is not freed.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 2
//@ linearizable queue(enq, deq)
//@ memory manual

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
//  ^^^^^^^^^^^^ leak
  }
  return true;
}
