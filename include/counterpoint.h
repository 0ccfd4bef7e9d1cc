/* Counterpoint's small vocabulary for C programs: CAS, LOAD and ATOMIC. Compiles with gcc and clang, -std=c11 or later.
 *
 * To the compiler they are what they say, with the strongest memory order; to `counterpoint` they are single steps.
 * Pointers with a version counter are two words wide: on most machines link with -latomic. */
#ifndef COUNTERPOINT_H
#define COUNTERPOINT_H

#include <stdatomic.h>
#include <stdbool.h>

#ifdef __clang__
/* Two words at once may be slow, which is no error. */
#pragma clang diagnostic ignored "-Watomic-alignment"
#endif

/* Names that begin with `counterpoint_` belong to this header: a program that has its own is not checked. */

/* CAS(&place, old, new): if the place holds the old value, it gets the new one, and the result is true.
 * The place may be _Atomic or not. Several arguments at the end are one value, such as (Ptr){ node, old.age + 1 }; in the
 * other two, a comma outside of parentheses ends the argument, as in every macro. Nothing is named here, so that the
 * arguments mean what they mean outside. */
#define CAS(place, old, ...)                                                                                         \
  __extension__(__atomic_compare_exchange(                                                                           \
      (__typeof__(((void)0, *(place))) *)(void *)(place), (__typeof__(((void)0, *(place)))[1]){ (old) },             \
      (__typeof__(((void)0, *(place)))[1]){ (__VA_ARGS__) }, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))

/* LOAD(&place): the value, read at one go even if it is two words wide and the place is not _Atomic. */
#define LOAD(place)                                                                                                  \
  __extension__({                                                                                                    \
    __typeof__(*(place)) counterpoint_value;                                                                         \
    __atomic_load((place), &counterpoint_value, __ATOMIC_SEQ_CST);                                                   \
    counterpoint_value;                                                                                              \
  })

/* ATOMIC { ... } runs without interference from other ATOMIC blocks. It keeps out nobody else, and `counterpoint` knows: whatever is
 * used within should be used within ATOMIC only. It may be left by return, break and goto, and is entered by its start. */
#define ATOMIC                                                                                                       \
  for (int counterpoint_inside __attribute__((cleanup(counterpoint_leave))) = counterpoint_enter();                  \
       counterpoint_inside; counterpoint_inside = 0)

static atomic_flag counterpoint_atomic = ATOMIC_FLAG_INIT;

__attribute__((unused)) static inline int counterpoint_enter(void)
{
  while (atomic_flag_test_and_set(&counterpoint_atomic)) {
  }
  return 1;
}

__attribute__((unused)) static inline void counterpoint_leave(int *inside)
{
  (void)inside;
  atomic_flag_clear(&counterpoint_atomic);
}

#endif
