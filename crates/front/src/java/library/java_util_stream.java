package java.util.stream;

import java.util.*;
import java.util.function.*;

@NotThreadSafe
public interface BaseStream<T, S> extends AutoCloseable {
    @Read @NotNull Iterator<T> iterator();
    @Read @NotNull Spliterator<T> spliterator();
    @Read @Parallel @NotNull S parallel();
    @Read @Sequential @NotNull S sequential();
    @Read @NotNull S unordered();
    void close();
}

@NotThreadSafe
public interface Stream<T> extends BaseStream<T, Stream<T>> {
    @CallbackRead @NotNull Stream<T> filter(Predicate<? super T> filter);
    @CallbackRead <R> Stream<R> map(Function<? super T, ? extends R> f);
    @CallbackRead @NotNull IntStream mapToInt(ToIntFunction<? super T> f);
    @CallbackRead @NotNull LongStream mapToLong(ToLongFunction<? super T> f);
    @CallbackRead @NotNull DoubleStream mapToDouble(ToDoubleFunction<? super T> f);
    @CallbackRead <R> Stream<R> flatMap(Function<? super T, Stream<R>> f);
    @CallbackRead @NotNull Stream<T> peek(Consumer<? super T> action);
    @CallbackRead @Order @NotNull Stream<T> sorted(Comparator<? super T> order);
    @Read @Order @NotNull Stream<T> sorted();
    @Read @Hashing @NotNull Stream<T> distinct();
    @Read @Negative @NotNull Stream<T> limit(long count) throws IllegalArgumentException;
    @Read @Negative @NotNull Stream<T> skip(long count) throws IllegalArgumentException;
    @CallbackRead void forEach(Consumer<? super T> action);
    @CallbackRead void forEachOrdered(Consumer<? super T> action);
    @CallbackRead boolean anyMatch(Predicate<? super T> filter);
    @CallbackRead boolean allMatch(Predicate<? super T> filter);
    @CallbackRead boolean noneMatch(Predicate<? super T> filter);
    @Read @NotNull Optional<T> findFirst();
    @Read @NotNull Optional<T> findAny();
    @CallbackRead @Order @NotNull Optional<T> max(Comparator<? super T> order);
    @CallbackRead @Order @NotNull Optional<T> min(Comparator<? super T> order);
    @CallbackRead T reduce(T start, BinaryOperator<T> combine);
    @CallbackRead @NotNull Optional<T> reduce(BinaryOperator<T> combine);
    @CallbackRead @Hashing @Order <R, A> R collect(Collector<? super T, A, R> collector);
    @Read long count();
    @Read @NotNull List<T> toList();
    @Read @NotNull Object[] toArray();
    @CallbackRead @NotNull <A> A[] toArray(IntFunction<A[]> make);
    @Fresh static <U> Stream<U> of(U... values) { }
    @Fresh static <U> Stream<U> empty() { }
    @CallbackPure static <U> Stream<U> generate(Supplier<? extends U> make) { }
    @CallbackPure static <U> Stream<U> iterate(U first, UnaryOperator<U> next) { }
}

@NotThreadSafe
public interface IntStream extends BaseStream<Integer, IntStream> {
    @CallbackRead @NotNull IntStream filter(IntPredicate filter);
    @CallbackRead @NotNull IntStream map(IntUnaryOperator f);
    @CallbackRead <U> Stream<U> mapToObj(IntFunction<? extends U> f);
    @CallbackRead @NotNull LongStream mapToLong(IntToLongFunction f);
    @CallbackRead void forEach(IntConsumer action);
    @CallbackRead boolean anyMatch(IntPredicate filter);
    @CallbackRead boolean allMatch(IntPredicate filter);
    @CallbackRead boolean noneMatch(IntPredicate filter);
    @CallbackRead int reduce(int start, IntBinaryOperator combine);
    @Read @NotNull Stream<Integer> boxed();
    @Read @Negative @NotNull IntStream limit(long count) throws IllegalArgumentException;
    @Read @NotNull IntStream sorted();
    @Read @NotNull IntStream distinct();
    @Read int sum();
    @Read long count();
    @Read @NotNull OptionalInt max();
    @Read @NotNull OptionalInt min();
    @Read @NotNull OptionalInt findFirst();
    @Read @NotNull OptionalDouble average();
    @Read @NotNull int[] toArray();
    @Fresh static IntStream range(int from, int to) { }
    @Fresh static IntStream rangeClosed(int from, int to) { }
    @Fresh static IntStream of(int... values) { }
}

@NotThreadSafe
public interface LongStream extends BaseStream<Long, LongStream> {
    @CallbackRead @NotNull LongStream filter(LongPredicate filter);
    @CallbackRead @NotNull LongStream map(LongUnaryOperator f);
    @CallbackRead <U> Stream<U> mapToObj(LongFunction<? extends U> f);
    @CallbackRead void forEach(LongConsumer action);
    @Read @NotNull Stream<Long> boxed();
    @Read long sum();
    @Read long count();
    @Read @NotNull long[] toArray();
    @Fresh static LongStream range(long from, long to) { }
    @Fresh static LongStream rangeClosed(long from, long to) { }
}

@NotThreadSafe
public interface DoubleStream extends BaseStream<Double, DoubleStream> {
    @CallbackRead @NotNull DoubleStream filter(DoublePredicate filter);
    @CallbackRead @NotNull DoubleStream map(DoubleUnaryOperator f);
    @CallbackRead void forEach(DoubleConsumer action);
    @Read double sum();
    @Read long count();
    @Read @NotNull OptionalDouble average();
    @Read @NotNull OptionalDouble max();
    @Read @NotNull OptionalDouble min();
    @Read @NotNull double[] toArray();
}

@Immutable
public interface Collector<T, A, R> {
    @Given Supplier<A> supplier();
    @Given BiConsumer<A, T> accumulator();
}

@Immutable
public final class Collectors {
    @Fresh public static <T> Collector<T, ?, List<T>> toList();
    @Fresh public static <T> Collector<T, ?, Set<T>> toSet();
    @Fresh public static Collector<CharSequence, ?, String> joining();
    @Fresh public static Collector<CharSequence, ?, String> joining(CharSequence between);
    @Fresh public static Collector<CharSequence, ?, String> joining(CharSequence between, CharSequence first, CharSequence last);
    @Fresh public static <T> Collector<T, ?, Long> counting();
}
