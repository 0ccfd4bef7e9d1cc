// Wrong: the place is the next field of a variable named counterpoint_old: `__typeof__(*(place)) counterpoint_old = (old)`
// then hides it, and the macro takes the address of a field of the copy (here: of the expected value, NULL). Not the
// program that is read: the tail's next is never written.

#include <stdbool.h>
#include <stdlib.h>
#include "counterpoint.h"

//@ linearizable queue(enq, deq)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Head;
static Node *Tail;

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
    Node *counterpoint_old = LOAD(&Tail);
    Node *next = LOAD(&counterpoint_old->next);
    if (next == NULL) {
      if (CAS(&counterpoint_old->next, next, node)) {
        CAS(&Tail, counterpoint_old, node);
        return;
      }
    } else {
      CAS(&Tail, counterpoint_old, next);
    }
  }
}

bool deq(int *out)
{
  while (true) {
    Node *head = LOAD(&Head);
    Node *tail = LOAD(&Tail);
    Node *next = LOAD(&head->next);
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
