// Michael and Scott's queue in which the tail may be read before the head: C leaves open which argument is evaluated first.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

// explore: --threads 3 --ops 2
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

// 0: try again, 1: nothing there, 2: taken
static int take(Node *head, Node *tail, int *out)
{
  Node *next = head->next;
  if (head != Head) {
    return 0;
  }
  if (head == tail) {
    if (next == NULL) {
      return 1;
    }
    CAS(&Tail, tail, next);
    return 0;
  }
  int data = next->data;
//           ^^^^ null-dereference
  if (CAS(&Head, head, next)) {
    *out = data;
    return 2;
  }
  return 0;
}

bool deq(int *out)
{
  while (true) {
    int result = take(Head, Tail, out);
    if (result == 1) {
      return false;
    }
    if (result == 2) {
      return true;
    }
  }
}
