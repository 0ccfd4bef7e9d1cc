// A set as a sorted list behind one lock. Wrong: what comes behind the removed node is lost.
// explore: --threads 1 --ops 3

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable set(add, discard, contains)
//@ memory manual

typedef struct Node {
  int key;
  struct Node *next;
} Node;

// The first node has no key.
static Node *Head;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

void init(void)
{
  Head = malloc(sizeof *Head);
  Head->next = NULL;
}

bool add(int key)
{
  pthread_mutex_lock(&Lock);
  Node *before = Head;
  Node *at = before->next;
  while (at != NULL && at->key < key) {
    before = at;
    at = at->next;
  }
  if (at != NULL && at->key == key) {
    pthread_mutex_unlock(&Lock);
    return false;
  }
  Node *node = malloc(sizeof *node);
  node->key = key;
  node->next = at;
  before->next = node;
  pthread_mutex_unlock(&Lock);
  return true;
}

bool discard(int key)
{
  pthread_mutex_lock(&Lock);
  Node *before = Head;
  Node *at = before->next;
  while (at != NULL && at->key < key) {
    before = at;
    at = at->next;
  }
  if (at == NULL || at->key != key) {
    pthread_mutex_unlock(&Lock);
    return false;
  }
  before->next = NULL;
  pthread_mutex_unlock(&Lock);
  free(at);
//^^^^^^^^ leak
  return true;
}

bool contains(int key)
{
  pthread_mutex_lock(&Lock);
  Node *at = Head->next;
  while (at != NULL && at->key < key) {
    at = at->next;
  }
  bool is_there = at != NULL && at->key == key;
  pthread_mutex_unlock(&Lock);
  return is_there;
}
