// deq does not ask whether there is a first node.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 1
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
    Node *next = head->next;
    if (head != Head) {
      continue;
    }
    int data = next->data;
//             ^^^^ null-dereference
    if (CAS(&Head, head, next)) {
      Node *tail = Tail;
      if (head == tail) {
        CAS(&Tail, tail, next);
      }
      *out = data;
      return true;
    }
  }
}
