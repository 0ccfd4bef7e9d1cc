// A set as a sorted list, hand over hand, with memory that is freed.

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

//@ linearizable set(add, discard, contains)
//@ memory manual

typedef struct Node Node;
struct Node {
  int key;
  Node *next;
  pthread_mutex_t lock;
};

static Node *Head;

void init(void)
{
  Head = malloc(sizeof *Head);
  Head->next = NULL;
  pthread_mutex_init(&Head->lock, NULL);
}

bool add(int key)
{
  Node *before = Head;
  pthread_mutex_lock(&before->lock);
  Node *at = before->next;
  while (at != NULL && at->key < key) {
    pthread_mutex_lock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    before = at;
    at = before->next;
  }
  bool is_new = at == NULL || at->key != key;
  if (is_new) {
    Node *node = malloc(sizeof *node);
    node->key = key;
    node->next = at;
    pthread_mutex_init(&node->lock, NULL);
    before->next = node;
  }
  pthread_mutex_unlock(&before->lock);
  return is_new;
}

bool discard(int key)
{
  Node *before = Head;
  pthread_mutex_lock(&before->lock);
  Node *at = before->next;
  while (at != NULL && at->key < key) {
    pthread_mutex_lock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    before = at;
    at = before->next;
  }
  bool was_there = at != NULL && at->key == key;
  if (was_there) {
    pthread_mutex_lock(&at->lock);
    before->next = at->next;
    pthread_mutex_unlock(&at->lock);
    free(at);
  }
  pthread_mutex_unlock(&before->lock);
  return was_there;
}

bool contains(int key)
{
  Node *before = Head;
  pthread_mutex_lock(&before->lock);
  Node *at = before->next;
  while (at != NULL && at->key < key) {
    pthread_mutex_lock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    before = at;
    at = before->next;
  }
  bool is_there = at != NULL && at->key == key;
  pthread_mutex_unlock(&before->lock);
  return is_there;
}
