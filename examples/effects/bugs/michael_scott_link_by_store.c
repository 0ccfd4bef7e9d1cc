// The node is linked by a store: what another thread has linked there is lost.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 2 --ops 2
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
      tail->next = node;
      CAS(&Tail, tail, node);
      return;
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
      if (next == NULL) {
        return false;
//      ^^^^^^^^^^^^^ linearizability
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
