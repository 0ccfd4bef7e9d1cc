// Figure 6 of *Effect Summaries for Thread-Modular Analysis*: the coarse queue. As printed, with the functions of figure 3, and
// explicit memory management.
// verdict: proved
//
// Misprints: the second function is called `pop`, here `deq`; `Head.ptr->next` is compared with NULL, here
// `Head.ptr->next.ptr`. `create(*)` stands for any datum.

#include "counterpoint.h"
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable queue(enq, deq)
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

static ptr_t Head, Tail;

void init(void)
{
  Head = create(0);
  Tail = Head;
}

void enq(data_t in)
{
  ptr_t node = create(in);
  ATOMIC {
    Tail.ptr->next = node;
    Tail = node;
  }
  return;
}

bool deq(data_t *out)
{
  ATOMIC {
    if (Head.ptr->next.ptr == NULL) {
      return false;
    } else {
      *out = Head.ptr->next.ptr->data;
      ptr_t head = Head;
      Head = Head.ptr->next;
      free(head.ptr);
      return true;
    }
  }
}
