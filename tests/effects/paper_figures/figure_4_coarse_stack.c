// Figure 4 of *Effect Summaries for Thread-Modular Analysis*: the coarse stack. As printed, with the functions of figure 3, and
// explicit memory management.
// verdict: proved
//
// C: `pop` returns its value through a pointer.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory manual

typedef int data_t;
typedef struct Node Node;

typedef struct {
  _Alignas(16) unsigned long age;
  Node *ptr;
} ptr_t;

struct Node {
  data_t data;
  ptr_t next;
};

static ptr_t create(data_t data)
{
  ptr_t res;
  res.ptr = malloc(sizeof *res.ptr);
  res.ptr->data = data;
  res.ptr->next.ptr = NULL;
  return res;
}

static ptr_t ToS;

void init(void)
{
  ToS.ptr = NULL;
}

void push(data_t in)
{
  ptr_t node = create(in);
  ATOMIC {
    node.ptr->next = ToS;
    ToS = node;
  }
  return;
}

bool pop(data_t *out)
{
  ATOMIC {
    if (ToS.ptr == NULL) {
      return false;
    } else {
      *out = ToS.ptr->data;
      ptr_t top = ToS;
      ToS = ToS.ptr->next;
      free(top.ptr);
      return true;
    }
  }
}
