package jdk.internal.util;

@Immutable
public final class ArraysSupport {
    @Pure public static int newLength(int length, int least, int preferred);
}
