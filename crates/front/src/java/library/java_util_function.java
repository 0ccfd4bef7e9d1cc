package java.util.function;

import java.util.Comparator;

@Depends
public interface Function<T, R> {
    @Given R apply(T t);
    @Pure @Functions @NotNull default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) { }
    @Pure @Functions @NotNull default <V> Function<V, R> compose(Function<? super V, ? extends T> before) { }
    @Pure @NotNull static <T> Function<T, T> identity() { }
}

@Depends
public interface BiFunction<T, U, R> {
    @Given R apply(T t, U u);
}

@Depends
public interface UnaryOperator<T> extends Function<T, T> {
    @Given T apply(T t);
    @Pure @NotNull static <T> UnaryOperator<T> identity() { }
}

@Depends
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
    @Given T apply(T t, T u);
}

@Depends
public interface Supplier<T> {
    @Given T get();
}

@Depends
public interface Consumer<T> {
    @Given void accept(T t);
    @Pure @Functions @NotNull default Consumer<T> andThen(Consumer<? super T> after) { }
}

@Depends
public interface BiConsumer<T, U> {
    @Given void accept(T t, U u);
}

@Depends
public interface Predicate<T> {
    @Given boolean test(T t);
    @Pure @Functions @NotNull default Predicate<T> and(Predicate<? super T> other) { }
    @Pure @Functions @NotNull default Predicate<T> or(Predicate<? super T> other) { }
    @Pure @NotNull default Predicate<T> negate() { }
}

@Depends
public interface BiPredicate<T, U> {
    @Given boolean test(T t, U u);
}

@Depends
public interface IntFunction<R> {
    @Given R apply(int value);
}

@Depends
public interface IntPredicate {
    @Given boolean test(int value);
}

@Depends
public interface IntConsumer {
    @Given void accept(int value);
}

@Depends
public interface IntSupplier {
    @Given int getAsInt();
}

@Depends
public interface IntUnaryOperator {
    @Given int applyAsInt(int value);
}

@Depends
public interface IntBinaryOperator {
    @Given int applyAsInt(int left, int right);
}

@Depends
public interface ToIntFunction<T> {
    @Given int applyAsInt(T value);
}

@Depends
public interface ToIntBiFunction<T, U> {
    @Given int applyAsInt(T t, U u);
}

@Depends
public interface IntToLongFunction {
    @Given long applyAsLong(int value);
}

@Depends
public interface IntToDoubleFunction {
    @Given double applyAsDouble(int value);
}

@Depends
public interface ObjIntConsumer<T> {
    @Given void accept(T t, int value);
}

@Depends
public interface LongFunction<R> {
    @Given R apply(long value);
}

@Depends
public interface LongPredicate {
    @Given boolean test(long value);
}

@Depends
public interface LongConsumer {
    @Given void accept(long value);
}

@Depends
public interface LongSupplier {
    @Given long getAsLong();
}

@Depends
public interface LongUnaryOperator {
    @Given long applyAsLong(long value);
}

@Depends
public interface LongBinaryOperator {
    @Given long applyAsLong(long left, long right);
}

@Depends
public interface ToLongFunction<T> {
    @Given long applyAsLong(T value);
}

@Depends
public interface ToLongBiFunction<T, U> {
    @Given long applyAsLong(T t, U u);
}

@Depends
public interface LongToIntFunction {
    @Given int applyAsInt(long value);
}

@Depends
public interface LongToDoubleFunction {
    @Given double applyAsDouble(long value);
}

@Depends
public interface ObjLongConsumer<T> {
    @Given void accept(T t, long value);
}

@Depends
public interface DoubleFunction<R> {
    @Given R apply(double value);
}

@Depends
public interface DoublePredicate {
    @Given boolean test(double value);
}

@Depends
public interface DoubleConsumer {
    @Given void accept(double value);
}

@Depends
public interface DoubleSupplier {
    @Given double getAsDouble();
}

@Depends
public interface DoubleUnaryOperator {
    @Given double applyAsDouble(double value);
}

@Depends
public interface DoubleBinaryOperator {
    @Given double applyAsDouble(double left, double right);
}

@Depends
public interface ToDoubleFunction<T> {
    @Given double applyAsDouble(T value);
}

@Depends
public interface ToDoubleBiFunction<T, U> {
    @Given double applyAsDouble(T t, U u);
}

@Depends
public interface DoubleToIntFunction {
    @Given int applyAsInt(double value);
}

@Depends
public interface DoubleToLongFunction {
    @Given long applyAsLong(double value);
}

@Depends
public interface ObjDoubleConsumer<T> {
    @Given void accept(T t, double value);
}

@Depends
public interface BooleanSupplier {
    @Given boolean getAsBoolean();
}
