package net.jcip.annotations;

/** Objects of the class never change once they are constructed. */
public @interface Immutable {
}
