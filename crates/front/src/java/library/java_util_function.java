package java.util.function;

import java.util.Comparator;

@Depends
public interface Function<T, R> {
    R apply(T t);
    @Pure default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) { }
    @Pure default <V> Function<V, R> compose(Function<? super V, ? extends T> before) { }
    @Pure static <T> Function<T, T> identity() { }
}

@Depends
public interface BiFunction<T, U, R> {
    R apply(T t, U u);
}

@Depends
public interface UnaryOperator<T> extends Function<T, T> {
    T apply(T t);
    @Pure static <T> UnaryOperator<T> identity() { }
}

@Depends
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
    T apply(T t, T u);
}

@Depends
public interface Supplier<T> {
    T get();
}

@Depends
public interface Consumer<T> {
    void accept(T t);
    @Pure default Consumer<T> andThen(Consumer<? super T> after) { }
}

@Depends
public interface BiConsumer<T, U> {
    void accept(T t, U u);
}

@Depends
public interface Predicate<T> {
    boolean test(T t);
    @Pure default Predicate<T> and(Predicate<? super T> other) { }
    @Pure default Predicate<T> or(Predicate<? super T> other) { }
    @Pure default Predicate<T> negate() { }
}

@Depends
public interface BiPredicate<T, U> {
    boolean test(T t, U u);
}

@Depends
public interface IntFunction<R> {
    R apply(int value);
}

@Depends
public interface IntPredicate {
    boolean test(int value);
}

@Depends
public interface IntConsumer {
    void accept(int value);
}

@Depends
public interface IntSupplier {
    int getAsInt();
}

@Depends
public interface IntUnaryOperator {
    int applyAsInt(int value);
}

@Depends
public interface IntBinaryOperator {
    int applyAsInt(int left, int right);
}

@Depends
public interface ToIntFunction<T> {
    int applyAsInt(T value);
}

@Depends
public interface ToIntBiFunction<T, U> {
    int applyAsInt(T t, U u);
}

@Depends
public interface IntToLongFunction {
    long applyAsLong(int value);
}

@Depends
public interface IntToDoubleFunction {
    double applyAsDouble(int value);
}

@Depends
public interface ObjIntConsumer<T> {
    void accept(T t, int value);
}

@Depends
public interface LongFunction<R> {
    R apply(long value);
}

@Depends
public interface LongPredicate {
    boolean test(long value);
}

@Depends
public interface LongConsumer {
    void accept(long value);
}

@Depends
public interface LongSupplier {
    long getAsLong();
}

@Depends
public interface LongUnaryOperator {
    long applyAsLong(long value);
}

@Depends
public interface LongBinaryOperator {
    long applyAsLong(long left, long right);
}

@Depends
public interface ToLongFunction<T> {
    long applyAsLong(T value);
}

@Depends
public interface ToLongBiFunction<T, U> {
    long applyAsLong(T t, U u);
}

@Depends
public interface LongToIntFunction {
    int applyAsInt(long value);
}

@Depends
public interface LongToDoubleFunction {
    double applyAsDouble(long value);
}

@Depends
public interface ObjLongConsumer<T> {
    void accept(T t, long value);
}

@Depends
public interface DoubleFunction<R> {
    R apply(double value);
}

@Depends
public interface DoublePredicate {
    boolean test(double value);
}

@Depends
public interface DoubleConsumer {
    void accept(double value);
}

@Depends
public interface DoubleSupplier {
    double getAsDouble();
}

@Depends
public interface DoubleUnaryOperator {
    double applyAsDouble(double value);
}

@Depends
public interface DoubleBinaryOperator {
    double applyAsDouble(double left, double right);
}

@Depends
public interface ToDoubleFunction<T> {
    double applyAsDouble(T value);
}

@Depends
public interface ToDoubleBiFunction<T, U> {
    double applyAsDouble(T t, U u);
}

@Depends
public interface DoubleToIntFunction {
    int applyAsInt(double value);
}

@Depends
public interface DoubleToLongFunction {
    long applyAsLong(double value);
}

@Depends
public interface ObjDoubleConsumer<T> {
    void accept(T t, double value);
}

@Depends
public interface BooleanSupplier {
    boolean getAsBoolean();
}
