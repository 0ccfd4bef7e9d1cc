// Wrong: the third argument of CAS names the macro's own variable counterpoint_new, which is initialised by itself: an
// undefined pointer is put into Top.

#include <stdbool.h>
#include <stdlib.h>
#include "counterpoint.h"

//@ linearizable stack(push, pop)
//@ memory gc

typedef struct Node {
  int data;
  struct Node *next;
} Node;

static Node *Top;

void push(int value)
{
  Node *counterpoint_new = malloc(sizeof *counterpoint_new);
  counterpoint_new->data = value;
  while (true) {
    Node *top = LOAD(&Top);
    counterpoint_new->next = top;
    if (CAS(&Top, top, counterpoint_new)) {
      return;
    }
  }
}

bool pop(int *out)
{
  while (true) {
    Node *top = LOAD(&Top);
    if (top == NULL) {
      return false;
    }
    if (CAS(&Top, top, top->next)) {
      *out = top->data;
      return true;
    }
  }
}
