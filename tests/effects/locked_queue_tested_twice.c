// A queue behind one lock in everyday style: what was found is tested twice, and a lock that cannot be taken ends the program.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable queue(put, take)
//@ memory gc

typedef struct Item {
  int value;
  struct Item *next;
} Item;

static Item *First, *Last;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(void)
{
  if (pthread_mutex_lock(&Lock) != 0) {
    abort();
  }
}

static void leave(void)
{
  if (pthread_mutex_unlock(&Lock) != 0) {
    abort();
  }
}

void put(int value)
{
  Item *item = malloc(sizeof *item);
  if (item == NULL) {
    abort();
  }
  item->value = value;
  item->next = NULL;
  enter();
  if (First == NULL) {
    First = item;
  } else {
    Last->next = item;
  }
  Last = item;
  leave();
}

bool take(int *out)
{
  enter();
  Item *item = First;
  if (item != NULL) {
    First = item->next;
  }
  leave();
  if (item == NULL) {
    return false;
  }
  *out = item->value;
  return true;
}
