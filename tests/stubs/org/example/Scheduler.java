package org.example;

/** Stands for a library that is not seen. */
public final class Scheduler {
    private Scheduler() {}

    public static void everySecond(Runnable task) {}
}
