package net.jcip.annotations;

/** The methods of the class may be called by any number of threads. */
public @interface ThreadSafe {
}
