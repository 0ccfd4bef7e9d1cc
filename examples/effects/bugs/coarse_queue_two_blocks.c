// enq takes two atomic blocks where it needs one.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
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
  }
  ATOMIC {
    Tail = node;
  }
}

bool deq(int *out)
{
  ATOMIC {
    Node *first = Head->next;
    if (first == NULL) {
      return false;
//    ^^^^^^^^^^^^^ linearizability
    }
    *out = first->data;
    Head = first;
  }
  return true;
}
