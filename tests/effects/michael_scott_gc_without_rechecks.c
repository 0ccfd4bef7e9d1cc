// Right: with a garbage collector, Michael and Scott's queue needs none of its second looks at head and tail.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable queue(enq, deq)
//@ memory gc

typedef struct Node Node;
struct Node {
  int data;
  _Atomic(Node *) next;
};

static _Atomic(Node *) Head, Tail;

void init(void)
{
  Node *node = malloc(sizeof *node);
  node->next = NULL;
  Head = node;
  Tail = node;
}

void enq(int value)
{
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  while (true) {
    Node *tail = Tail;
    Node *next = tail->next;
    if (next == NULL) {
      if (CAS(&tail->next, next, node)) {
        CAS(&Tail, tail, node);
        return;
      }
    } else {
      CAS(&Tail, tail, next);
    }
  }
}

bool deq(int *out)
{
  while (true) {
    Node *head = Head;
    Node *tail = Tail;
    Node *next = head->next;
    if (head == tail) {
      if (next == NULL) {
        return false;
      }
      CAS(&Tail, tail, next);
    } else {
      int data = next->data;
      if (CAS(&Head, head, next)) {
        *out = data;
        return true;
      }
    }
  }
}
