package net.jcip.annotations;

/** Names the lock that protects a field or must be held by the caller of a method. */
public @interface GuardedBy {
    String value();
}
