// The next pointer of a new node is not set to null.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 1 --ops 2
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
//    ^^^^^^^^^^^^^^^^^^^^^^ undefined-published
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
