// To gcc, the last argument is the value that is stored.
// verdict: unsupported

#include "counterpoint.h"
#include <stdlib.h>
//@ linearizable stack(push, pop)
//@ memory gc
typedef struct Node Node; struct Node { int data; Node *next; };
static Node *Top; static int L;
void push(int v) { Node *n = malloc(sizeof *n); n->data = v; while (!CAS(&L, 0, 1, __ATOMIC_SEQ_CST)) ; n->next = Top; Top = n; __atomic_store_n(&L, 0, __ATOMIC_SEQ_CST); }
bool pop(int *out) { while (!CAS(&L, 0, 1)) ; if (Top == NULL) { __atomic_store_n(&L, 0, __ATOMIC_SEQ_CST); return false; } *out = Top->data; Top = Top->next; __atomic_store_n(&L, 0, __ATOMIC_SEQ_CST); return true; }
