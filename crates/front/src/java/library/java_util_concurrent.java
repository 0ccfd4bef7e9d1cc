package java.util.concurrent;

import java.util.*;
import java.util.function.*;

@Depends
public interface Callable<V> {
    @Given V call() throws Exception;
}

@Immutable
public enum TimeUnit {
    NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS;

    @ThreadSleep public void sleep(long time) throws InterruptedException;
    @UnitTimedWait public void timedWait(Object object, long time)
        throws InterruptedException, IllegalMonitorStateException;
    public long toNanos(long time);
    public long toMicros(long time);
    public long toMillis(long time);
    public long toSeconds(long time);
    public long toMinutes(long time);
    public long convert(long time, TimeUnit unit);
}

@Future
public interface Future<V> {
    @FutureGet V get() throws InterruptedException, ExecutionException, CancellationException;
    @TimedFutureGet V get(long time, TimeUnit unit)
        throws InterruptedException, ExecutionException, CancellationException, TimeoutException;
    @FutureIsDone boolean isDone();
    @FutureIsDone boolean isCancelled();
    @FutureCancel boolean cancel(boolean interrupts);
}

@Future
public interface RunnableFuture<V> extends Runnable, Future<V> {
    @Given void run();
}

@Future
public interface ScheduledFuture<V> extends Future<V> {
    @Read long getDelay(TimeUnit unit);
}

@Future
public class FutureTask<V> implements RunnableFuture<V> {
    @CallbackLater public FutureTask(Callable<V> task) { }
    @CallbackLater public FutureTask(Runnable task, V result) { }
    @ThreadRun public void run();
    protected void done();
    @FutureGet public V get() throws InterruptedException, ExecutionException, CancellationException;
    @TimedFutureGet public V get(long time, TimeUnit unit)
        throws InterruptedException, ExecutionException, CancellationException, TimeoutException;
    @FutureIsDone public boolean isDone();
    @FutureIsDone public boolean isCancelled();
    @FutureCancel public boolean cancel(boolean interrupts);
}

@Future
public interface CompletionStage<T> {
}

@Future
public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
    public CompletableFuture() { }
    @Submit public static <U> CompletableFuture<U> supplyAsync(Supplier<U> task);
    @Submit public static <U> CompletableFuture<U> supplyAsync(Supplier<U> task, Executor executor) throws RejectedExecutionException;
    @Submit public static CompletableFuture<Void> runAsync(Runnable task);
    @Submit public static CompletableFuture<Void> runAsync(Runnable task, Executor executor) throws RejectedExecutionException;
    @Fresh @Functions public static <U> CompletableFuture<U> completedFuture(U value);
    @Fresh public static CompletableFuture<Void> allOf(CompletableFuture<?>... futures);
    @Fresh public static CompletableFuture<Object> anyOf(CompletableFuture<?>... futures);
    @CallbackLater @Functions @NotNull public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> f);
    @CallbackLater @Functions @NotNull public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> f);
    @CallbackLater @Functions @NotNull public CompletableFuture<Void> thenAccept(Consumer<? super T> action);
    @CallbackLater @Functions @NotNull public CompletableFuture<Void> thenRun(Runnable action);
    @CallbackLater @Functions @NotNull public <U> CompletableFuture<U> thenCompose(Function<? super T, CompletableFuture<U>> f);
    @CallbackLater @Functions @NotNull public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> f);
    @CallbackLater @Functions @NotNull public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> f);
    @CallbackLater @Functions @NotNull public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action);
    @FutureGet public T get() throws InterruptedException, ExecutionException, CancellationException;
    @TimedFutureGet public T get(long time, TimeUnit unit)
        throws InterruptedException, ExecutionException, CancellationException, TimeoutException;
    @FutureGet public T join() throws CompletionException, CancellationException;
    @FutureIsDone public T getNow(T otherwise) throws CompletionException, CancellationException;
    @FutureIsDone public boolean isDone();
    @FutureIsDone public boolean isCancelled();
    @FutureCancel public boolean cancel(boolean interrupts);
    @Write @Functions @Given public boolean complete(T value);
    @Write @Functions @Given public boolean completeExceptionally(Throwable exception);
}

@Executor
public interface Executor {
    @Execute void execute(Runnable task) throws RejectedExecutionException;
}

@Executor
public interface ExecutorService extends Executor {
    @Submit <T> Future<T> submit(Callable<T> task) throws RejectedExecutionException;
    @Submit Future<?> submit(Runnable task) throws RejectedExecutionException;
    @Submit <T> Future<T> submit(Runnable task, T result) throws RejectedExecutionException;
    @InvokeAll @Content <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
        throws InterruptedException, RejectedExecutionException;
    @InvokeAll @Content <T> T invokeAny(Collection<? extends Callable<T>> tasks)
        throws InterruptedException, ExecutionException, RejectedExecutionException;
    @Shutdown void shutdown();
    @Shutdown List<Runnable> shutdownNow();
    @Input boolean isShutdown();
    @Input boolean isTerminated();
    @AwaitTermination boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException;
}

@Executor
public interface ScheduledExecutorService extends ExecutorService {
    @Submit ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) throws RejectedExecutionException;
    @Submit <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit)
        throws RejectedExecutionException;
    @Submit @NoPeriod ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit)
        throws RejectedExecutionException, IllegalArgumentException;
    @Submit @NoPeriod ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit)
        throws RejectedExecutionException, IllegalArgumentException;
}

@Executor
public abstract class AbstractExecutorService implements ExecutorService {
    public AbstractExecutorService() { }
    @Submit public <T> Future<T> submit(Callable<T> task) throws RejectedExecutionException;
    @Submit public Future<?> submit(Runnable task) throws RejectedExecutionException;
    @Submit public <T> Future<T> submit(Runnable task, T result) throws RejectedExecutionException;
}

@Executor
public class ThreadPoolExecutor extends AbstractExecutorService {
    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue)
        throws IllegalArgumentException { }
    @Functions public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory)
        throws IllegalArgumentException { }
    @Execute public void execute(Runnable task) throws RejectedExecutionException;
    @Shutdown public void shutdown();
    protected void beforeExecute(Thread thread, Runnable task);
    protected void afterExecute(Runnable task, Throwable thrown);
    protected void terminated();
    @Input public int getActiveCount();
    @Input public int getPoolSize();
}

@Executor
public class ForkJoinPool extends AbstractExecutorService {
    public ForkJoinPool() { }
    @NotPositive public ForkJoinPool(int parallelism) throws IllegalArgumentException { }
    @Input public static ForkJoinPool commonPool();
    @Execute public void execute(Runnable task) throws RejectedExecutionException;
}

@Depends
public interface ThreadFactory {
    @Given Thread newThread(Runnable task);
}

@Immutable
public class Executors {
    @Fresh @NotPositive public static ExecutorService newFixedThreadPool(int threads) throws IllegalArgumentException;
    @Fresh @Functions @NotPositive public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory)
        throws IllegalArgumentException;
    @Fresh public static ExecutorService newCachedThreadPool();
    @Fresh @Functions public static ExecutorService newCachedThreadPool(ThreadFactory factory);
    @Fresh public static ExecutorService newSingleThreadExecutor();
    @Fresh @Functions public static ExecutorService newSingleThreadExecutor(ThreadFactory factory);
    @Fresh public static ExecutorService newWorkStealingPool();
    @Fresh @Negative public static ScheduledExecutorService newScheduledThreadPool(int threads)
        throws IllegalArgumentException;
    @Fresh public static ScheduledExecutorService newSingleThreadScheduledExecutor();
    @Fresh public static ThreadFactory defaultThreadFactory();
    @Fresh public static Callable<Object> callable(Runnable task);
}

@Semaphore
public class Semaphore {
    public Semaphore(int permits) { }
    public Semaphore(int permits, boolean fair) { }
    @SemaphoreAcquire public void acquire() throws InterruptedException;
    @SemaphoreAcquire @Negative public void acquire(int permits) throws InterruptedException, IllegalArgumentException;
    @SemaphoreAcquire public void acquireUninterruptibly();
    @SemaphoreAcquire @Negative public void acquireUninterruptibly(int permits) throws IllegalArgumentException;
    @SemaphoreTryAcquire public boolean tryAcquire();
    @SemaphoreTryAcquire @Negative public boolean tryAcquire(int permits) throws IllegalArgumentException;
    @SemaphoreTryAcquire public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException;
    @SemaphoreTryAcquire public boolean tryAcquire(int permits, long time, TimeUnit unit)
        throws InterruptedException, IllegalArgumentException;
    @SemaphoreRelease public void release();
    @SemaphoreRelease @Negative public void release(int permits) throws IllegalArgumentException;
    @Input public int availablePermits();
    public int drainPermits();
}

@Latch
public class CountDownLatch {
    @Negative public CountDownLatch(int count) throws IllegalArgumentException { }
    @LatchCountDown public void countDown();
    @LatchAwait public void await() throws InterruptedException;
    @TimedLatchAwait public boolean await(long time, TimeUnit unit) throws InterruptedException;
    @LatchCount public long getCount();
}

@Barrier
public class CyclicBarrier {
    @NotPositive public CyclicBarrier(int parties) throws IllegalArgumentException { }
    @CallbackLater @Functions @NotPositive public CyclicBarrier(int parties, Runnable action) throws IllegalArgumentException { }
    @BarrierAwait public int await() throws InterruptedException, BrokenBarrierException;
    @BarrierAwait public int await(long time, TimeUnit unit)
        throws InterruptedException, BrokenBarrierException, TimeoutException;
    @Input public boolean isBroken();
    @Input public int getNumberWaiting();
    @Pure public int getParties();
    public void reset();
}

@ThreadSafe
public class Phaser {
    public Phaser() { }
    @TooMany public Phaser(int parties) throws IllegalArgumentException { }
    public int register() throws IllegalStateException;
    public int arrive() throws IllegalStateException;
    public int arriveAndDeregister() throws IllegalStateException;
    public int arriveAndAwaitAdvance() throws IllegalStateException;
    public int awaitAdvance(int phase);
    @Input public int getPhase();
}

@ThreadSafe
public class Exchanger<V> {
    public Exchanger() { }
    public V exchange(V value) throws InterruptedException;
}

@ThreadSafe
public class ThreadLocalRandom extends Random {
    @Input public static ThreadLocalRandom current();
}

@ThreadSafe
public interface ConcurrentMap<K, V> extends Map<K, V> {
    @OneStep @Hashing @Order @Equality boolean remove(Object key, Object value);
    @OneStep @Hashing @Order V putIfAbsent(K key, V value);
    @OneStep @Hashing @Order V replace(K key, V value);
    @OneStep @Hashing @Order @Equality boolean replace(K key, V old, V value);
    @CallbackWrite @Hashing @Order V computeIfAbsent(K key, Function<? super K, ? extends V> make);
    @CallbackWrite @Hashing @Order V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> make);
    @CallbackWrite @Hashing @Order V compute(K key, BiFunction<? super K, ? super V, ? extends V> make);
    @CallbackWrite @Hashing @Order V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> combine);
    @CallbackWrite void replaceAll(BiFunction<? super K, ? super V, ? extends V> make);
}

@ThreadSafe
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    public ConcurrentHashMap() { }
    @Negative public ConcurrentHashMap(int capacity) throws IllegalArgumentException { }
    @Negative public ConcurrentHashMap(int capacity, float load) throws IllegalArgumentException { }
    @NoPeriod public ConcurrentHashMap(int capacity, float load, int threads) throws IllegalArgumentException { }
    @Hashing @Content public ConcurrentHashMap(Map<? extends K, ? extends V> map) { }
    @Read @Equality public boolean contains(Object value);
    @Read public long mappingCount();
    @Read @NotNull public Enumeration<K> keys();
    @Read @NotNull public Enumeration<V> elements();
    @Fresh @SafeResult public static <T> Set<T> newKeySet();
    @Read @NotNull public Set<K> keySet(V mapped);
    @CallbackRead @Parallel public void forEach(long threshold, BiConsumer<? super K, ? super V> action);
    @CallbackRead @Parallel public void forEachKey(long threshold, Consumer<? super K> action);
    @CallbackRead @Parallel public void forEachValue(long threshold, Consumer<? super V> action);
}

@ThreadSafe @Sorted
public class ConcurrentSkipListMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V>, ConcurrentMap<K, V> {
    public ConcurrentSkipListMap() { }
    public ConcurrentSkipListMap(Comparator<? super K> order) { }
    @Read @Order @Incomparable public boolean containsKey(Object key) throws ClassCastException;
    @Read @Order @Incomparable public V get(Object key) throws ClassCastException;
    @Order @Incomparable public V put(K key, V value) throws ClassCastException;
    @Order @Incomparable public V remove(Object key) throws ClassCastException;
}

@ThreadSafe @Sorted
public class ConcurrentSkipListSet<E> extends AbstractSet<E> implements NavigableSet<E> {
    public ConcurrentSkipListSet() { }
    public ConcurrentSkipListSet(Comparator<? super E> order) { }
    @Read @Order @Incomparable public boolean contains(Object o) throws ClassCastException;
    @Order @Incomparable public boolean add(E e) throws ClassCastException;
    @Order @Incomparable public boolean remove(Object o) throws ClassCastException;
}

@ThreadSafe
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> {
    public ConcurrentLinkedQueue() { }
    @Equality @Content public ConcurrentLinkedQueue(Collection<? extends E> c) { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@ThreadSafe
public class ConcurrentLinkedDeque<E> extends AbstractCollection<E> implements Deque<E> {
    public ConcurrentLinkedDeque() { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@ThreadSafe
public class CopyOnWriteArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess {
    public CopyOnWriteArrayList() { }
    @Equality @Content public CopyOnWriteArrayList(Collection<? extends E> c) { }
    public CopyOnWriteArrayList(E[] values) { }
    @Equality public boolean addIfAbsent(E e);
}

@ThreadSafe
public class CopyOnWriteArraySet<E> extends AbstractSet<E> {
    public CopyOnWriteArraySet() { }
    @Equality @Content public CopyOnWriteArraySet(Collection<? extends E> c) { }
}

@ThreadSafe
public interface BlockingQueue<E> extends Queue<E> {
    @BlockingPut @Order void put(E e) throws InterruptedException;
    @BlockingTake @Order @NotNull E take() throws InterruptedException;
    @Order boolean offer(E e);
    @Order boolean offer(E e, long time, TimeUnit unit) throws InterruptedException;
    @Order E poll();
    @Order E poll(long time, TimeUnit unit) throws InterruptedException;
    @Read int remainingCapacity();
    @Order @Content @Hashing int drainTo(Collection<? super E> c)
        throws UnsupportedOperationException, IllegalArgumentException;
    @Order @Content @Hashing int drainTo(Collection<? super E> c, int most)
        throws UnsupportedOperationException, IllegalArgumentException;
}

@ThreadSafe
public interface BlockingDeque<E> extends BlockingQueue<E>, Deque<E> {
    @BlockingPut @Order void putFirst(E e) throws InterruptedException;
    @BlockingPut @Order void putLast(E e) throws InterruptedException;
    @BlockingTake @Order @NotNull E takeFirst() throws InterruptedException;
    @BlockingTake @Order @NotNull E takeLast() throws InterruptedException;
}

@ThreadSafe
public interface TransferQueue<E> extends BlockingQueue<E> {
    @Order void transfer(E e) throws InterruptedException;
    @Order boolean tryTransfer(E e);
}

@ThreadSafe
public class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    @NotPositive public ArrayBlockingQueue(int capacity) throws IllegalArgumentException { }
    @NotPositive public ArrayBlockingQueue(int capacity, boolean fair) throws IllegalArgumentException { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@ThreadSafe
public class LinkedBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    public LinkedBlockingQueue() { }
    @NotPositive public LinkedBlockingQueue(int capacity) throws IllegalArgumentException { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@ThreadSafe
public class LinkedBlockingDeque<E> extends AbstractQueue<E> implements BlockingDeque<E> {
    public LinkedBlockingDeque() { }
    @NotPositive public LinkedBlockingDeque(int capacity) throws IllegalArgumentException { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@ThreadSafe @Sorted
public class PriorityBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    public PriorityBlockingQueue() { }
    @NotPositive public PriorityBlockingQueue(int capacity, Comparator<? super E> order) throws IllegalArgumentException { }
    @Order @Incomparable public boolean add(E e) throws ClassCastException;
    @Order @Incomparable public boolean offer(E e) throws ClassCastException;
    @Order public E remove() throws NoSuchElementException;
    @Equality @Order public boolean remove(Object o);
}

@Depends
public interface Delayed extends Comparable<Delayed> {
    @Read @Comparison long getDelay(TimeUnit unit);
}

@ThreadSafe
public class DelayQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    public DelayQueue() { }
    @Order public E remove() throws NoSuchElementException;
    @Equality @Order public boolean remove(Object o);
}

@ThreadSafe
public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    public SynchronousQueue() { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@ThreadSafe
public class LinkedTransferQueue<E> extends AbstractQueue<E> implements TransferQueue<E> {
    public LinkedTransferQueue() { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@Immutable
public class ExecutionException extends Exception {
    public ExecutionException() { }
    public ExecutionException(String message) { }
    public ExecutionException(String message, Throwable cause) { }
    @Text @Content public ExecutionException(Throwable cause) { }
}

@Immutable
public class TimeoutException extends Exception {
    public TimeoutException() { }
    public TimeoutException(String message) { }
    public TimeoutException(String message, Throwable cause) { }
    @Text @Content public TimeoutException(Throwable cause) { }
}

@Immutable
public class BrokenBarrierException extends Exception {
    public BrokenBarrierException() { }
    public BrokenBarrierException(String message) { }
    public BrokenBarrierException(String message, Throwable cause) { }
    @Text @Content public BrokenBarrierException(Throwable cause) { }
}

@Immutable
public class CancellationException extends IllegalStateException {
    public CancellationException() { }
    public CancellationException(String message) { }
    public CancellationException(String message, Throwable cause) { }
    @Text @Content public CancellationException(Throwable cause) { }
}

@Immutable
public class CompletionException extends RuntimeException {
    public CompletionException() { }
    public CompletionException(String message) { }
    public CompletionException(String message, Throwable cause) { }
    @Text @Content public CompletionException(Throwable cause) { }
}

@Immutable
public class RejectedExecutionException extends RuntimeException {
    public RejectedExecutionException() { }
    public RejectedExecutionException(String message) { }
    public RejectedExecutionException(String message, Throwable cause) { }
    @Text @Content public RejectedExecutionException(Throwable cause) { }
}
