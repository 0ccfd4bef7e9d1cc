// Figure 8 of *Effect Summaries for Thread-Modular Analysis*: Treiber's stack. As printed, with the functions of figure 3, and
// explicit memory management.
// verdict: proved
//
// C: two words are read at once by LOAD, and assigned one after the other to a node that nobody else knows.

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

// Figure 3 counts the version of the place within CAS.
static bool cas(ptr_t *dst, ptr_t cmp, ptr_t swp)
{
  return CAS(dst, cmp, (ptr_t){ cmp.age + 1, swp.ptr });
}

static ptr_t ToS;

void init(void)
{
  ToS.ptr = NULL;
}

void push(data_t in)
{
  ptr_t node = create(in);
  while (true) {
    ptr_t top = LOAD(&ToS);
    node.ptr->next.age = top.age;
    node.ptr->next.ptr = top.ptr;
    if (cas(&ToS, top, node)) {
      return;
    }
  }
}

bool pop(data_t *out)
{
  while (true) {
    ptr_t top = LOAD(&ToS);
    if (top.ptr == NULL) {
      return false;
    }
    ptr_t next = LOAD(&top.ptr->next);
    if (cas(&ToS, top, next)) {
      *out = top.ptr->data;
      free(top.ptr);
      return true;
    }
  }
}
