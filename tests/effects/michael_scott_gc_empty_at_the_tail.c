// Right: the queue is called empty when head and tail meet. A node behind the tail has an enqueuer that is still at work,
// and takes effect when the tail moves.

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
    if (tail != Tail) {
      continue;
    }
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
    if (head != Head) {
      continue;
    }
    if (head == tail) {
      return false;
    } else {
      int data = next->data;
      if (CAS(&Head, head, next)) {
        *out = data;
        return true;
      }
    }
  }
}
