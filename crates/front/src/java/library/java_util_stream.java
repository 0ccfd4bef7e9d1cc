package java.util.stream;

import java.util.*;
import java.util.function.*;

@NotThreadSafe
public interface BaseStream<T, S> extends AutoCloseable {
    @Read Iterator<T> iterator();
    @Read S parallel();
    @Read S sequential();
    @Read S unordered();
    void close();
}

@NotThreadSafe
public interface Stream<T> extends BaseStream<T, Stream<T>> {
    @CallbackRead Stream<T> filter(Predicate<? super T> filter);
    @CallbackRead <R> Stream<R> map(Function<? super T, ? extends R> f);
    @CallbackRead IntStream mapToInt(ToIntFunction<? super T> f);
    @CallbackRead LongStream mapToLong(ToLongFunction<? super T> f);
    @CallbackRead DoubleStream mapToDouble(ToDoubleFunction<? super T> f);
    @CallbackRead <R> Stream<R> flatMap(Function<? super T, Stream<R>> f);
    @CallbackRead Stream<T> peek(Consumer<? super T> action);
    @CallbackRead Stream<T> sorted(Comparator<? super T> order);
    @Read Stream<T> sorted();
    @Read Stream<T> distinct();
    @Read Stream<T> limit(long count);
    @Read Stream<T> skip(long count);
    @CallbackRead void forEach(Consumer<? super T> action);
    @CallbackRead void forEachOrdered(Consumer<? super T> action);
    @CallbackRead boolean anyMatch(Predicate<? super T> filter);
    @CallbackRead boolean allMatch(Predicate<? super T> filter);
    @CallbackRead boolean noneMatch(Predicate<? super T> filter);
    @Read Optional<T> findFirst();
    @Read Optional<T> findAny();
    @CallbackRead Optional<T> max(Comparator<? super T> order);
    @CallbackRead Optional<T> min(Comparator<? super T> order);
    @CallbackRead T reduce(T start, BinaryOperator<T> combine);
    @CallbackRead Optional<T> reduce(BinaryOperator<T> combine);
    @CallbackRead <R, A> R collect(Collector<? super T, A, R> collector);
    @Read long count();
    @Read List<T> toList();
    @Read Object[] toArray();
    @CallbackRead <A> A[] toArray(IntFunction<A[]> make);
    @Fresh static <U> Stream<U> of(U... values) { }
    @Fresh static <U> Stream<U> empty() { }
    @CallbackPure static <U> Stream<U> generate(Supplier<? extends U> make) { }
    @CallbackPure static <U> Stream<U> iterate(U first, UnaryOperator<U> next) { }
}

@NotThreadSafe
public interface IntStream extends BaseStream<Integer, IntStream> {
    @CallbackRead IntStream filter(IntPredicate filter);
    @CallbackRead IntStream map(IntUnaryOperator f);
    @CallbackRead <U> Stream<U> mapToObj(IntFunction<? extends U> f);
    @CallbackRead LongStream mapToLong(IntToLongFunction f);
    @CallbackRead void forEach(IntConsumer action);
    @CallbackRead boolean anyMatch(IntPredicate filter);
    @CallbackRead boolean allMatch(IntPredicate filter);
    @CallbackRead boolean noneMatch(IntPredicate filter);
    @CallbackRead int reduce(int start, IntBinaryOperator combine);
    @Read Stream<Integer> boxed();
    @Read IntStream limit(long count);
    @Read IntStream sorted();
    @Read IntStream distinct();
    @Read int sum();
    @Read long count();
    @Read OptionalInt max();
    @Read OptionalInt min();
    @Read OptionalInt findFirst();
    @Read OptionalDouble average();
    @Read int[] toArray();
    @Fresh static IntStream range(int from, int to) { }
    @Fresh static IntStream rangeClosed(int from, int to) { }
    @Fresh static IntStream of(int... values) { }
}

@NotThreadSafe
public interface LongStream extends BaseStream<Long, LongStream> {
    @CallbackRead LongStream filter(LongPredicate filter);
    @CallbackRead LongStream map(LongUnaryOperator f);
    @CallbackRead <U> Stream<U> mapToObj(LongFunction<? extends U> f);
    @CallbackRead void forEach(LongConsumer action);
    @Read Stream<Long> boxed();
    @Read long sum();
    @Read long count();
    @Read long[] toArray();
    @Fresh static LongStream range(long from, long to) { }
    @Fresh static LongStream rangeClosed(long from, long to) { }
}

@NotThreadSafe
public interface DoubleStream extends BaseStream<Double, DoubleStream> {
    @CallbackRead DoubleStream filter(DoublePredicate filter);
    @CallbackRead DoubleStream map(DoubleUnaryOperator f);
    @CallbackRead void forEach(DoubleConsumer action);
    @Read double sum();
    @Read long count();
    @Read OptionalDouble average();
    @Read double[] toArray();
}

@Immutable
public interface Collector<T, A, R> {
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
