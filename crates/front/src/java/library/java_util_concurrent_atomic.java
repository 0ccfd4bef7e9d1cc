package java.util.concurrent.atomic;

import java.util.function.*;

@Atomic @IntCell
public class AtomicInteger extends Number {
    public AtomicInteger() { }
    public AtomicInteger(int value) { }
    @AtomicGet public final int get();
    @AtomicSet public final void set(int value);
    @AtomicSet public final void lazySet(int value);
    @AtomicGet public final int getPlain();
    @AtomicGet public final int getAcquire();
    @AtomicGet public final int getOpaque();
    @AtomicSet public final void setPlain(int value);
    @AtomicSet public final void setRelease(int value);
    @AtomicSet public final void setOpaque(int value);
    @AtomicGetAndSet public final int getAndSet(int value);
    @CompareAndSet public final boolean compareAndSet(int expected, int value);
    @WeakCompareAndSet public final boolean weakCompareAndSet(int expected, int value);
    @WeakCompareAndSet public final boolean weakCompareAndSetPlain(int expected, int value);
    @WeakCompareAndSet public final boolean weakCompareAndSetVolatile(int expected, int value);
    @GetAndIncrement public final int getAndIncrement();
    @GetAndDecrement public final int getAndDecrement();
    @GetAndAdd public final int getAndAdd(int delta);
    @IncrementAndGet public final int incrementAndGet();
    @DecrementAndGet public final int decrementAndGet();
    @AddAndGet public final int addAndGet(int delta);
    @GetAndUpdate public final int getAndUpdate(IntUnaryOperator update);
    @UpdateAndGet public final int updateAndGet(IntUnaryOperator update);
    @GetAndAccumulate public final int getAndAccumulate(int value, IntBinaryOperator combine);
    @AccumulateAndGet public final int accumulateAndGet(int value, IntBinaryOperator combine);
    @AtomicGet public int intValue();
    @AtomicGet public long longValue();
    @AtomicGet public float floatValue();
    @AtomicGet public double doubleValue();
    @AtomicGet public String toString();
}

@Atomic @LongCell
public class AtomicLong extends Number {
    public AtomicLong() { }
    public AtomicLong(long value) { }
    @AtomicGet public final long get();
    @AtomicSet public final void set(long value);
    @AtomicSet public final void lazySet(long value);
    @AtomicGet public final long getPlain();
    @AtomicGet public final long getAcquire();
    @AtomicGet public final long getOpaque();
    @AtomicSet public final void setPlain(long value);
    @AtomicSet public final void setRelease(long value);
    @AtomicSet public final void setOpaque(long value);
    @AtomicGetAndSet public final long getAndSet(long value);
    @CompareAndSet public final boolean compareAndSet(long expected, long value);
    @WeakCompareAndSet public final boolean weakCompareAndSet(long expected, long value);
    @WeakCompareAndSet public final boolean weakCompareAndSetPlain(long expected, long value);
    @WeakCompareAndSet public final boolean weakCompareAndSetVolatile(long expected, long value);
    @GetAndIncrement public final long getAndIncrement();
    @GetAndDecrement public final long getAndDecrement();
    @GetAndAdd public final long getAndAdd(long delta);
    @IncrementAndGet public final long incrementAndGet();
    @DecrementAndGet public final long decrementAndGet();
    @AddAndGet public final long addAndGet(long delta);
    @GetAndUpdate public final long getAndUpdate(LongUnaryOperator update);
    @UpdateAndGet public final long updateAndGet(LongUnaryOperator update);
    @GetAndAccumulate public final long getAndAccumulate(long value, LongBinaryOperator combine);
    @AccumulateAndGet public final long accumulateAndGet(long value, LongBinaryOperator combine);
    @AtomicGet public int intValue();
    @AtomicGet public long longValue();
    @AtomicGet public float floatValue();
    @AtomicGet public double doubleValue();
    @AtomicGet public String toString();
}

@Atomic @BooleanCell
public class AtomicBoolean {
    public AtomicBoolean() { }
    public AtomicBoolean(boolean value) { }
    @AtomicGet public final boolean get();
    @AtomicSet public final void set(boolean value);
    @AtomicSet public final void lazySet(boolean value);
    @AtomicGet public final boolean getPlain();
    @AtomicGet public final boolean getAcquire();
    @AtomicSet public final void setPlain(boolean value);
    @AtomicSet public final void setRelease(boolean value);
    @AtomicGetAndSet public final boolean getAndSet(boolean value);
    @CompareAndSet public final boolean compareAndSet(boolean expected, boolean value);
    @WeakCompareAndSet public final boolean weakCompareAndSet(boolean expected, boolean value);
    @WeakCompareAndSet public final boolean weakCompareAndSetPlain(boolean expected, boolean value);
    @WeakCompareAndSet public final boolean weakCompareAndSetVolatile(boolean expected, boolean value);
}

@Atomic @ReferenceCell
public class AtomicReference<V> {
    public AtomicReference() { }
    public AtomicReference(V value) { }
    @AtomicGet public final V get();
    @AtomicSet public final void set(V value);
    @AtomicSet public final void lazySet(V value);
    @AtomicGet public final V getPlain();
    @AtomicGet public final V getAcquire();
    @AtomicSet public final void setPlain(V value);
    @AtomicSet public final void setRelease(V value);
    @AtomicGetAndSet public final V getAndSet(V value);
    @CompareAndSet public final boolean compareAndSet(V expected, V value);
    @WeakCompareAndSet public final boolean weakCompareAndSet(V expected, V value);
    @WeakCompareAndSet public final boolean weakCompareAndSetPlain(V expected, V value);
    @WeakCompareAndSet public final boolean weakCompareAndSetVolatile(V expected, V value);
    @GetAndUpdate public final V getAndUpdate(UnaryOperator<V> update);
    @UpdateAndGet public final V updateAndGet(UnaryOperator<V> update);
    @GetAndAccumulate public final V getAndAccumulate(V value, BinaryOperator<V> combine);
    @AccumulateAndGet public final V accumulateAndGet(V value, BinaryOperator<V> combine);
}

@ThreadSafe
public class AtomicStampedReference<V> {
    public AtomicStampedReference(V value, int stamp) { }
    @Read public V getReference();
    @Read public int getStamp();
    @Read public V get(int[] stamp);
    public boolean compareAndSet(V expected, V value, int expectedStamp, int stamp);
    public boolean weakCompareAndSet(V expected, V value, int expectedStamp, int stamp);
    public boolean attemptStamp(V expected, int stamp);
    public void set(V value, int stamp);
}

@ThreadSafe
public class AtomicMarkableReference<V> {
    public AtomicMarkableReference(V value, boolean mark) { }
    @Read public V getReference();
    @Read public boolean isMarked();
    @Read public V get(boolean[] mark);
    public boolean compareAndSet(V expected, V value, boolean expectedMark, boolean mark);
    public boolean attemptMark(V expected, boolean mark);
    public void set(V value, boolean mark);
}

@ThreadSafe
public class LongAdder extends Number {
    public LongAdder() { }
    public void add(long delta);
    public void increment();
    public void decrement();
    @Read public long sum();
    public void reset();
    public long sumThenReset();
    @Read public int intValue();
    @Read public long longValue();
    @Read public float floatValue();
    @Read public double doubleValue();
}

@ThreadSafe
public class DoubleAdder extends Number {
    public DoubleAdder() { }
    public void add(double delta);
    @Read public double sum();
    public void reset();
    @Read public int intValue();
    @Read public long longValue();
    @Read public float floatValue();
    @Read public double doubleValue();
}

@AtomicArray
public class AtomicIntegerArray {
    @Negative public AtomicIntegerArray(int length) throws NegativeArraySizeException { }
    public AtomicIntegerArray(int[] values) { }
    @Pure public final int length();
    @AtomicGet public final int get(int at) throws IndexOutOfBoundsException;
    @AtomicSet public final void set(int at, int value) throws IndexOutOfBoundsException;
    @AtomicSet public final void lazySet(int at, int value) throws IndexOutOfBoundsException;
    @AtomicGetAndSet public final int getAndSet(int at, int value) throws IndexOutOfBoundsException;
    @CompareAndSet public final boolean compareAndSet(int at, int expected, int value) throws IndexOutOfBoundsException;
    @WeakCompareAndSet public final boolean weakCompareAndSet(int at, int expected, int value) throws IndexOutOfBoundsException;
    @GetAndUpdate public final int getAndUpdate(int at, IntUnaryOperator update) throws IndexOutOfBoundsException;
    @UpdateAndGet public final int updateAndGet(int at, IntUnaryOperator update) throws IndexOutOfBoundsException;
    @AccumulateAndGet public final int accumulateAndGet(int at, int value, IntBinaryOperator combine) throws IndexOutOfBoundsException;
    @GetAndIncrement public final int getAndIncrement(int at) throws IndexOutOfBoundsException;
    @GetAndDecrement public final int getAndDecrement(int at) throws IndexOutOfBoundsException;
    @GetAndAdd public final int getAndAdd(int at, int delta) throws IndexOutOfBoundsException;
    @IncrementAndGet public final int incrementAndGet(int at) throws IndexOutOfBoundsException;
    @DecrementAndGet public final int decrementAndGet(int at) throws IndexOutOfBoundsException;
    @AddAndGet public final int addAndGet(int at, int delta) throws IndexOutOfBoundsException;
}

@AtomicArray
public class AtomicLongArray {
    @Negative public AtomicLongArray(int length) throws NegativeArraySizeException { }
    public AtomicLongArray(long[] values) { }
    @Pure public final int length();
    @AtomicGet public final long get(int at) throws IndexOutOfBoundsException;
    @AtomicSet public final void set(int at, long value) throws IndexOutOfBoundsException;
    @AtomicSet public final void lazySet(int at, long value) throws IndexOutOfBoundsException;
    @AtomicGetAndSet public final long getAndSet(int at, long value) throws IndexOutOfBoundsException;
    @CompareAndSet public final boolean compareAndSet(int at, long expected, long value) throws IndexOutOfBoundsException;
    @WeakCompareAndSet public final boolean weakCompareAndSet(int at, long expected, long value) throws IndexOutOfBoundsException;
    @GetAndUpdate public final long getAndUpdate(int at, LongUnaryOperator update) throws IndexOutOfBoundsException;
    @UpdateAndGet public final long updateAndGet(int at, LongUnaryOperator update) throws IndexOutOfBoundsException;
    @AccumulateAndGet public final long accumulateAndGet(int at, long value, LongBinaryOperator combine) throws IndexOutOfBoundsException;
    @GetAndIncrement public final long getAndIncrement(int at) throws IndexOutOfBoundsException;
    @GetAndDecrement public final long getAndDecrement(int at) throws IndexOutOfBoundsException;
    @GetAndAdd public final long getAndAdd(int at, long delta) throws IndexOutOfBoundsException;
    @IncrementAndGet public final long incrementAndGet(int at) throws IndexOutOfBoundsException;
    @DecrementAndGet public final long decrementAndGet(int at) throws IndexOutOfBoundsException;
    @AddAndGet public final long addAndGet(int at, long delta) throws IndexOutOfBoundsException;
}

@AtomicArray
public class AtomicReferenceArray<E> {
    @Negative public AtomicReferenceArray(int length) throws NegativeArraySizeException { }
    public AtomicReferenceArray(E[] values) { }
    @Pure public final int length();
    @AtomicGet public final E get(int at) throws IndexOutOfBoundsException;
    @AtomicSet public final void set(int at, E value) throws IndexOutOfBoundsException;
    @AtomicSet public final void lazySet(int at, E value) throws IndexOutOfBoundsException;
    @AtomicGetAndSet public final E getAndSet(int at, E value) throws IndexOutOfBoundsException;
    @CompareAndSet public final boolean compareAndSet(int at, E expected, E value) throws IndexOutOfBoundsException;
    @WeakCompareAndSet public final boolean weakCompareAndSet(int at, E expected, E value) throws IndexOutOfBoundsException;
    @GetAndUpdate public final E getAndUpdate(int at, UnaryOperator<E> update) throws IndexOutOfBoundsException;
    @UpdateAndGet public final E updateAndGet(int at, UnaryOperator<E> update) throws IndexOutOfBoundsException;
    @AccumulateAndGet public final E accumulateAndGet(int at, E value, BinaryOperator<E> combine) throws IndexOutOfBoundsException;
}
