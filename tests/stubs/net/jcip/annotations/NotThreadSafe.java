package net.jcip.annotations;

/** Objects of the class belong to one thread at a time. */
public @interface NotThreadSafe {
}
