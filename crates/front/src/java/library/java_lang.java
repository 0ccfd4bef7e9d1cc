package java.lang;

import java.util.Comparator;
import java.util.Iterator;
import java.util.function.Supplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

@Depends
public class Object {
    @New public Object() { }
    @Equals @Equality public boolean equals(Object other);
    @HashCode @Hashing public int hashCode();
    @ToString @Text @NotNull public String toString();
    @GetClass public final Class<?> getClass();
    @Clone protected Object clone() throws CloneNotSupportedException;
    @Wait public final void wait() throws InterruptedException, IllegalMonitorStateException;
    @TimedWait @Negative public final void wait(long millis)
        throws InterruptedException, IllegalMonitorStateException, IllegalArgumentException;
    @TimedWait @NoTime public final void wait(long millis, int nanos)
        throws InterruptedException, IllegalMonitorStateException, IllegalArgumentException;
    @Notify public final void notify() throws IllegalMonitorStateException;
    @NotifyAll public final void notifyAll() throws IllegalMonitorStateException;
    protected void finalize() throws Throwable;
}

@Immutable @Inert
public final class Class<T> {
    @NotNull public String getName();
    @NotNull public String getSimpleName();
    public boolean isInstance(Object other);
    public boolean isArray();
    public T cast(Object other) throws ClassCastException;
    public T[] getEnumConstants();
    public Class<? super T> getSuperclass();
    public Class<?> getComponentType();
    public boolean desiredAssertionStatus();
    public static Class<?> forName(String name) throws ClassNotFoundException, LinkageError;
}

@Immutable
public abstract class Enum<E> implements Comparable<E> {
    @NotNull public final String name();
    public final int ordinal();
    @Compare public final int compareTo(E other);
    public final Class<E> getDeclaringClass();
    public static <T> T valueOf(Class<T> type, String name) throws IllegalArgumentException;
}

@Immutable
public abstract class Record {
}

@Depends
public interface Comparable<T> {
    @Read @Comparison @Incomparable int compareTo(T other) throws ClassCastException;
}

@Depends
public interface Cloneable {
}

@Depends
public interface AutoCloseable {
    @Given void close() throws Exception;
}

@Depends
public interface Runnable {
    @Given void run();
}

@Depends
public interface Iterable<T> {
    @Read @NotNull Iterator<T> iterator();
    @CallbackRead default void forEach(Consumer<? super T> action) { }
    @Read @NotNull default java.util.Spliterator<T> spliterator() { }
}

@Depends
public interface Appendable {
    @Text @Content @NotNull Appendable append(CharSequence text);
    Appendable append(char c);
}

@Depends
public interface CharSequence {
    @Read @Count int length();
    @Read char charAt(int index) throws StringIndexOutOfBoundsException;
    @Read @NotNull CharSequence subSequence(int start, int end) throws StringIndexOutOfBoundsException;
    @Read default boolean isEmpty() { }
    @Read @NotNull default IntStream chars() { }
    @Read @NotNull String toString();
}

@Immutable @Inert
public final class String implements Comparable<String>, CharSequence {
    public static final Comparator<String> CASE_INSENSITIVE_ORDER;
    public String() { }
    public String(String original) { }
    public String(char[] value) { }
    public String(char[] value, int offset, int count) throws StringIndexOutOfBoundsException { }
    public String(byte[] bytes) { }
    public String(byte[] bytes, int offset, int length) throws StringIndexOutOfBoundsException { }
    @Count public int length();
    public boolean isEmpty();
    public boolean isBlank();
    public char charAt(int index) throws StringIndexOutOfBoundsException;
    public int codePointAt(int index) throws StringIndexOutOfBoundsException;
    @StringEquals public boolean equals(Object other);
    public boolean equalsIgnoreCase(String other);
    public int hashCode();
    @Fresh public String toString();
    @Compare public int compareTo(String other);
    public int compareToIgnoreCase(String other);
    public boolean startsWith(String prefix);
    public boolean startsWith(String prefix, int offset);
    public boolean endsWith(String suffix);
    @Text @Content public boolean contains(CharSequence text);
    @NoPattern public boolean matches(String pattern) throws IllegalArgumentException;
    public int indexOf(int c);
    public int indexOf(int c, int from);
    public int indexOf(String text);
    public int indexOf(String text, int from);
    public int lastIndexOf(int c);
    public int lastIndexOf(int c, int from);
    public int lastIndexOf(String text);
    @Fresh public String substring(int start) throws StringIndexOutOfBoundsException;
    @Fresh public String substring(int start, int end) throws StringIndexOutOfBoundsException;
    public CharSequence subSequence(int start, int end) throws StringIndexOutOfBoundsException;
    @Fresh public String concat(String other);
    @Fresh public String replace(char from, char to);
    @Fresh @Text @Content public String replace(CharSequence from, CharSequence to);
    @Fresh @NoPattern public String replaceAll(String pattern, String to)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @Fresh @NoPattern public String replaceFirst(String pattern, String to)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @Fresh public String toLowerCase();
    @Fresh public String toUpperCase();
    @Fresh public String trim();
    @Fresh public String strip();
    @Fresh public String intern();
    @Fresh @Negative public String repeat(int count) throws IllegalArgumentException;
    @Fresh @NoPattern public String[] split(String pattern) throws IllegalArgumentException;
    @Fresh @NoPattern public String[] split(String pattern, int limit) throws IllegalArgumentException;
    @Fresh public char[] toCharArray();
    @Fresh public byte[] getBytes();
    @Fresh public java.util.stream.Stream<String> lines();
    @Read public void getChars(int start, int end, char[] target, int at) throws IndexOutOfBoundsException;
    @Fresh @Text public static String valueOf(Object value);
    @Fresh public static String valueOf(char[] value);
    @Fresh public static String valueOf(boolean value);
    @Fresh public static String valueOf(char value);
    @Fresh public static String valueOf(int value);
    @Fresh public static String valueOf(long value);
    @Fresh public static String valueOf(float value);
    @Fresh public static String valueOf(double value);
    @Fresh @Text @NoFormat public static String format(String format, Object... args) throws IllegalArgumentException;
    @Fresh @Text @NoFormat public String formatted(Object... args) throws IllegalArgumentException;
    @Fresh @Text @Content public static String join(CharSequence between, CharSequence... parts);
    @Fresh @Text @Content public static String join(CharSequence between, Iterable<? extends CharSequence> parts);
}

@NotThreadSafe
public final class StringBuilder implements CharSequence, Appendable {
    public StringBuilder() { }
    @Negative public StringBuilder(int capacity) throws NegativeArraySizeException { }
    public StringBuilder(String text) { }
    @Text @Content public StringBuilder(CharSequence text) { }
    @Text @NotNull public StringBuilder append(Object value);
    @NotNull public StringBuilder append(String value);
    @Text @Content @NotNull public StringBuilder append(CharSequence value);
    @Text @Content @NotNull public StringBuilder append(CharSequence value, int start, int end)
        throws IndexOutOfBoundsException;
    @NotNull public StringBuilder append(char[] value);
    @NotNull public StringBuilder append(boolean value);
    @NotNull public StringBuilder append(char value);
    @NotNull public StringBuilder append(int value);
    @NotNull public StringBuilder append(long value);
    @NotNull public StringBuilder append(float value);
    @NotNull public StringBuilder append(double value);
    @Text @NotNull public StringBuilder insert(int at, Object value) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuilder insert(int at, String value) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuilder insert(int at, char value) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuilder insert(int at, int value) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuilder delete(int start, int end) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuilder deleteCharAt(int at) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuilder reverse();
    @NotNull public StringBuilder replace(int start, int end, String text) throws StringIndexOutOfBoundsException;
    @Negative public void setLength(int length) throws IndexOutOfBoundsException;
    public void setCharAt(int at, char value) throws IndexOutOfBoundsException;
    @Read @Count public int length();
    @Read public int capacity();
    @Read public char charAt(int index) throws IndexOutOfBoundsException;
    @Read public int indexOf(String text);
    @Read @NotNull public CharSequence subSequence(int start, int end) throws StringIndexOutOfBoundsException;
    @Read @NotNull public String substring(int start) throws StringIndexOutOfBoundsException;
    @Read @NotNull public String substring(int start, int end) throws StringIndexOutOfBoundsException;
    @Read @NotNull public String toString();
}

@ThreadSafe
public final class StringBuffer implements CharSequence, Appendable {
    public StringBuffer() { }
    @Negative public StringBuffer(int capacity) throws NegativeArraySizeException { }
    public StringBuffer(String text) { }
    @Text @NotNull public StringBuffer append(Object value);
    @NotNull public StringBuffer append(String value);
    @Text @Content @NotNull public StringBuffer append(CharSequence value);
    @NotNull public StringBuffer append(char[] value);
    @NotNull public StringBuffer append(boolean value);
    @NotNull public StringBuffer append(char value);
    @NotNull public StringBuffer append(int value);
    @NotNull public StringBuffer append(long value);
    @NotNull public StringBuffer append(float value);
    @NotNull public StringBuffer append(double value);
    @NotNull public StringBuffer insert(int at, String value) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuffer delete(int start, int end) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuffer deleteCharAt(int at) throws StringIndexOutOfBoundsException;
    @NotNull public StringBuffer reverse();
    @Negative public void setLength(int length) throws IndexOutOfBoundsException;
    public void setCharAt(int at, char value) throws IndexOutOfBoundsException;
    @Read @Count public int length();
    @Read public char charAt(int index) throws IndexOutOfBoundsException;
    @Read public void getChars(int start, int end, char[] target, int at) throws IndexOutOfBoundsException;
    @Read @NotNull public CharSequence subSequence(int start, int end) throws StringIndexOutOfBoundsException;
    @Read @NotNull public String substring(int start, int end) throws StringIndexOutOfBoundsException;
    @Read @NotNull public String toString();
}

@Immutable
public abstract class Number {
    @Pure public abstract int intValue();
    @Pure public abstract long longValue();
    @Pure public abstract float floatValue();
    @Pure public abstract double doubleValue();
    public byte byteValue();
    public short shortValue();
}

@Immutable @Inert
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = -2147483648;
    public static final int MAX_VALUE = 2147483647;
    public static final int SIZE = 32;
    public static final int BYTES = 4;
    public Integer(int value) { }
    @Box public static Integer valueOf(int value);
    public static Integer valueOf(String text) throws NumberFormatException;
    @Unbox public int intValue();
    public long longValue();
    public float floatValue();
    public double doubleValue();
    @Compare public int compareTo(Integer other);
    public boolean equals(Object other);
    public int hashCode();
    @Fresh public String toString();
    public static int parseInt(String text) throws NumberFormatException;
    public static int parseInt(String text, int radix) throws NumberFormatException;
    @Fresh public static String toString(int value);
    @Fresh public static String toString(int value, int radix);
    @Fresh public static String toHexString(int value);
    @Fresh public static String toBinaryString(int value);
    @Compare public static int compare(int left, int right);
    public static int compareUnsigned(int left, int right);
    public static int signum(int value);
    @Greatest public static int max(int left, int right);
    @Least public static int min(int left, int right);
    public static int sum(int left, int right);
    public static int bitCount(int value);
    public static int highestOneBit(int value);
    public static int lowestOneBit(int value);
    public static int numberOfLeadingZeros(int value);
    public static int numberOfTrailingZeros(int value);
    public static int rotateLeft(int value, int distance);
    public static int rotateRight(int value, int distance);
    public static int hashCode(int value);
}

@Immutable @Inert
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = -9223372036854775808L;
    public static final long MAX_VALUE = 9223372036854775807L;
    public static final int SIZE = 64;
    public static final int BYTES = 8;
    public Long(long value) { }
    @Box public static Long valueOf(long value);
    public static Long valueOf(String text) throws NumberFormatException;
    public int intValue();
    @Unbox public long longValue();
    public float floatValue();
    public double doubleValue();
    @Compare public int compareTo(Long other);
    public boolean equals(Object other);
    public int hashCode();
    @Fresh public String toString();
    public static long parseLong(String text) throws NumberFormatException;
    @Fresh public static String toString(long value);
    @Fresh public static String toHexString(long value);
    @Compare public static int compare(long left, long right);
    public static int signum(long value);
    @Greatest public static long max(long left, long right);
    @Least public static long min(long left, long right);
    public static long sum(long left, long right);
    public static int bitCount(long value);
    public static int numberOfLeadingZeros(long value);
    public static int numberOfTrailingZeros(long value);
    public static int hashCode(long value);
}

@Immutable @Inert
public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    @Box public static Short valueOf(short value);
    public int intValue();
    public long longValue();
    public float floatValue();
    public double doubleValue();
    @Unbox public short shortValue();
    @Compare public int compareTo(Short other);
}

@Immutable @Inert
public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    @Box public static Byte valueOf(byte value);
    public int intValue();
    public long longValue();
    public float floatValue();
    public double doubleValue();
    @Unbox public byte byteValue();
    @Compare public int compareTo(Byte other);
    public static int toUnsignedInt(byte value);
}

@Immutable @Inert
public final class Float extends Number implements Comparable<Float> {
    public static final float MAX_VALUE;
    public static final float MIN_VALUE;
    public static final float NaN;
    @Box public static Float valueOf(float value);
    public int intValue();
    public long longValue();
    @Unbox public float floatValue();
    public double doubleValue();
    public int compareTo(Float other);
    public static int compare(float left, float right);
    public static int floatToIntBits(float value);
    public static int floatToRawIntBits(float value);
    public static float intBitsToFloat(int bits);
    public static boolean isNaN(float value);
    public static float parseFloat(String text) throws NumberFormatException;
}

@Immutable @Inert
public final class Double extends Number implements Comparable<Double> {
    public static final double MAX_VALUE;
    public static final double MIN_VALUE;
    public static final double POSITIVE_INFINITY;
    public static final double NEGATIVE_INFINITY;
    public static final double NaN;
    @Box public static Double valueOf(double value);
    public int intValue();
    public long longValue();
    public float floatValue();
    @Unbox public double doubleValue();
    public int compareTo(Double other);
    public boolean isNaN();
    public static int compare(double left, double right);
    public static long doubleToLongBits(double value);
    public static long doubleToRawLongBits(double value);
    public static double longBitsToDouble(long bits);
    public static boolean isNaN(double value);
    public static double parseDouble(String text) throws NumberFormatException;
    @Fresh public static String toString(double value);
    public static double max(double left, double right);
    public static double min(double left, double right);
    public static double sum(double left, double right);
}

@Immutable @Inert
public final class Boolean implements Comparable<Boolean> {
    public static final Boolean TRUE;
    public static final Boolean FALSE;
    @Box public static Boolean valueOf(boolean value);
    public static boolean parseBoolean(String text);
    @Unbox public boolean booleanValue();
    public int compareTo(Boolean other);
    public boolean equals(Object other);
    public static int compare(boolean left, boolean right);
    @Fresh public static String toString(boolean value);
    @Input public static boolean getBoolean(String name);
    public static boolean logicalAnd(boolean left, boolean right);
    public static boolean logicalOr(boolean left, boolean right);
    public static int hashCode(boolean value);
}

@Immutable @Inert
public final class Character implements Comparable<Character> {
    public static final char MIN_VALUE = 0;
    public static final char MAX_VALUE = 65535;
    @Box public static Character valueOf(char value);
    @Unbox public char charValue();
    @Compare public int compareTo(Character other);
    public static boolean isDigit(char value);
    public static boolean isLetter(char value);
    public static boolean isLetterOrDigit(char value);
    public static boolean isWhitespace(char value);
    public static boolean isUpperCase(char value);
    public static boolean isLowerCase(char value);
    public static char toUpperCase(char value);
    public static char toLowerCase(char value);
    public static int getNumericValue(char value);
    public static int digit(char value, int radix);
    @Fresh public static String toString(char value);
}

@Immutable @Inert
public final class Void {
}

@Immutable @Inert
public final class Math {
    public static final double PI = 3.141592653589793;
    public static final double E = 2.718281828459045;
    public static int abs(int value);
    public static long abs(long value);
    public static float abs(float value);
    public static double abs(double value);
    @Greatest public static int max(int left, int right);
    @Greatest public static long max(long left, long right);
    public static float max(float left, float right);
    public static double max(double left, double right);
    @Least public static int min(int left, int right);
    @Least public static long min(long left, long right);
    public static float min(float left, float right);
    public static double min(double left, double right);
    public static double pow(double base, double exponent);
    public static double sqrt(double value);
    public static double exp(double value);
    public static double log(double value);
    public static double log10(double value);
    public static double sin(double value);
    public static double cos(double value);
    public static double tan(double value);
    public static double atan2(double y, double x);
    public static double floor(double value);
    public static double ceil(double value);
    public static double hypot(double x, double y);
    public static double signum(double value);
    public static long round(double value);
    public static int round(float value);
    @Input public static double random();
    public static int floorMod(int left, int right) throws ArithmeticException;
    public static long floorMod(long left, long right) throws ArithmeticException;
    public static int floorMod(long left, int right) throws ArithmeticException;
    public static int floorDiv(int left, int right) throws ArithmeticException;
    public static long floorDiv(long left, long right) throws ArithmeticException;
    public static int addExact(int left, int right) throws ArithmeticException;
    public static long addExact(long left, long right) throws ArithmeticException;
    public static int subtractExact(int left, int right) throws ArithmeticException;
    public static long subtractExact(long left, long right) throws ArithmeticException;
    public static int multiplyExact(int left, int right) throws ArithmeticException;
    public static long multiplyExact(long left, long right) throws ArithmeticException;
    public static int toIntExact(long value) throws ArithmeticException;
    public static int incrementExact(int value) throws ArithmeticException;
}

@ThreadSafe
public final class System {
    public static final java.io.PrintStream out;
    public static final java.io.PrintStream err;
    public static final java.io.InputStream in;
    @Input public static long currentTimeMillis();
    @Input public static long nanoTime();
    @Input @Empty public static String getProperty(String name) throws IllegalArgumentException;
    @Input @Empty public static String getProperty(String name, String otherwise) throws IllegalArgumentException;
    @Input public static String getenv(String name);
    @Input public static String lineSeparator();
    @Pure @IdentityHash public static int identityHashCode(Object object);
    @Halt public static void exit(int status);
    @Output public static void gc();
    @Copies public static void arraycopy(Object from, int fromAt, Object to, int toAt, int length)
        throws IndexOutOfBoundsException, ArrayStoreException, NullPointerException;
}

@ThreadSafe
public class Runtime {
    @Input @NotNull public static Runtime getRuntime();
    @Input @Count public int availableProcessors();
    @Input public long freeMemory();
    @Input public long totalMemory();
    @Input public long maxMemory();
    @CallbackLater public void addShutdownHook(Thread hook) throws IllegalArgumentException, IllegalStateException;
}

@Thread
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;
    public Thread() { }
    public Thread(Runnable target) { }
    public Thread(Runnable target, String name) { }
    public Thread(String name) { }
    public Thread(ThreadGroup group, Runnable target, String name) { }
    @CurrentThread @NotNull public static Thread currentThread();
    @ThreadStart public void start() throws IllegalThreadStateException;
    @ThreadRun public void run();
    @ThreadJoin public final void join() throws InterruptedException;
    @TimedThreadJoin @Negative public final void join(long millis) throws InterruptedException, IllegalArgumentException;
    @ThreadSleep @Negative public static void sleep(long millis) throws InterruptedException, IllegalArgumentException;
    @ThreadSleep @NoTime public static void sleep(long millis, int nanos)
        throws InterruptedException, IllegalArgumentException;
    @ThreadYield public static void yield();
    @ThreadYield public static void onSpinWait();
    @ThreadInterrupt public void interrupt();
    @Input public boolean isInterrupted();
    @Input public static boolean interrupted();
    @Input public final boolean isAlive();
    @Input public final boolean isDaemon();
    @HoldsLock public static boolean holdsLock(Object object);
    @Output public final void setDaemon(boolean value) throws IllegalThreadStateException;
    @Output public final void setName(String name);
    @Output @NoPriority public final void setPriority(int priority) throws IllegalArgumentException;
    @Input @NotNull public final String getName();
    @Input public final int getPriority();
    @Pure public long getId();
    @Input public ThreadGroup getThreadGroup();
    @Input @NotNull public Thread.State getState();
    @CallbackLater public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler);
    @CallbackLater public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler);
    @Input public StackTraceElement[] getStackTrace();

    @Depends
    public interface UncaughtExceptionHandler {
        @Given void uncaughtException(Thread thread, Throwable exception);
    }

    @Immutable
    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }
}

@ThreadSafe
public class ThreadGroup {
    public ThreadGroup(String name) { }
    @Pure public final String getName();
}

@ThreadLocal
public class ThreadLocal<T> {
    public ThreadLocal() { }
    @CallbackLater @Functions @NotNull public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier);
    @Read @Functions @Given public T get();
    @Write public void set(T value);
    @Write public void remove();
    @Pure protected T initialValue();
}

@Immutable @Inert
public final class StackTraceElement {
    public String getMethodName();
    public String getClassName();
    public int getLineNumber();
}

@Depends
public @interface Override {
}

@Depends
public @interface FunctionalInterface {
}

@Depends
public @interface Deprecated {
}

@Depends
public @interface SuppressWarnings {
}

@Depends
public @interface SafeVarargs {
}
