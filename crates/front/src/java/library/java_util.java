package java.util;

import java.util.function.*;
import java.util.stream.*;

@NotThreadSafe
public interface Iterator<E> {
    @Read boolean hasNext();
    E next() throws NoSuchElementException, ConcurrentModificationException;
    @Order default void remove() throws IllegalStateException, UnsupportedOperationException { }
    @CallbackWrite default void forEachRemaining(Consumer<? super E> action) { }
}

@NotThreadSafe
public interface ListIterator<E> extends Iterator<E> {
    @Read boolean hasPrevious();
    E previous() throws NoSuchElementException, ConcurrentModificationException;
    @Read int nextIndex();
    @Read int previousIndex();
    void set(E e) throws IllegalStateException, UnsupportedOperationException;
    void add(E e) throws UnsupportedOperationException;
}

@NotThreadSafe
public interface PrimitiveIterator {
}

@NotThreadSafe
public interface Spliterator<T> {
    @CallbackWrite boolean tryAdvance(Consumer<? super T> action);
    @CallbackWrite default void forEachRemaining(Consumer<? super T> action) { }
}

@NotThreadSafe
public interface Enumeration<E> {
    @Read boolean hasMoreElements();
    E nextElement() throws NoSuchElementException;
}

@Depends
public interface RandomAccess {
}

@Depends
public interface Comparator<T> {
    @Read @Comparison int compare(T left, T right);
    @Pure @NotNull default Comparator<T> reversed() { }
    @Pure @Functions @NotNull default Comparator<T> thenComparing(Comparator<? super T> other) { }
    @Pure @Functions @NotNull static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key) { }
    @Pure @Functions @NotNull static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) { }
    @Pure @Functions @NotNull static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) { }
    @Pure @Functions @NotNull static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) { }
    @Pure @Functions @NotNull static <T> Comparator<T> nullsFirst(Comparator<? super T> order) { }
    @Pure @Functions @NotNull static <T> Comparator<T> nullsLast(Comparator<? super T> order) { }
    @Pure @Functions @NotNull default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) { }
    @Pure @Functions @NotNull default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) { }
    @Pure @Functions @NotNull default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) { }
    @Pure @NotNull static <T> Comparator<T> naturalOrder() { }
    @Pure @NotNull static <T> Comparator<T> reverseOrder() { }
}

@Depends
public interface Collection<E> extends Iterable<E> {
    @Read @Count int size();
    @Read boolean isEmpty();
    @Read @Hashing @Order boolean contains(Object o);
    @Read @NotNull Object[] toArray();
    @Read @NotNull <T> T[] toArray(T[] array);
    @Read @Functions @NotNull default <T> T[] toArray(IntFunction<T[]> make) { }
    @Hashing @Order boolean add(E e) throws UnsupportedOperationException, IllegalStateException;
    @Hashing @Order boolean remove(Object o) throws UnsupportedOperationException;
    @Read @Hashing @Order @Content boolean containsAll(Collection<?> c);
    @Hashing @Order @Content boolean addAll(Collection<? extends E> c) throws UnsupportedOperationException;
    @Hashing @Order @Content boolean removeAll(Collection<?> c) throws UnsupportedOperationException;
    @Hashing @Order @Content boolean retainAll(Collection<?> c) throws UnsupportedOperationException;
    @CallbackWrite default boolean removeIf(Predicate<? super E> filter) throws UnsupportedOperationException { }
    void clear() throws UnsupportedOperationException;
    @Read @NotNull default Stream<E> stream() { }
    @Read @Parallel @NotNull default Stream<E> parallelStream() { }
}

@Depends
public interface List<E> extends Collection<E> {
    @Read E get(int index) throws IndexOutOfBoundsException;
    E set(int index, E e) throws IndexOutOfBoundsException, UnsupportedOperationException;
    void add(int index, E e) throws IndexOutOfBoundsException, UnsupportedOperationException;
    boolean add(E e) throws UnsupportedOperationException;
    E remove(int index) throws IndexOutOfBoundsException, UnsupportedOperationException;
    @Equality boolean remove(Object o) throws UnsupportedOperationException;
    @Content boolean addAll(int index, Collection<? extends E> c)
        throws IndexOutOfBoundsException, UnsupportedOperationException;
    @Content boolean addAll(Collection<? extends E> c) throws UnsupportedOperationException;
    @Read @Equality int indexOf(Object o);
    @Read @Equality int lastIndexOf(Object o);
    @Read @NotNull ListIterator<E> listIterator();
    @Read @NotNull ListIterator<E> listIterator(int index) throws IndexOutOfBoundsException;
    @Read @NotNull List<E> subList(int from, int to) throws IndexOutOfBoundsException;
    @CallbackWrite @Order default void sort(Comparator<? super E> order) throws UnsupportedOperationException { }
    @CallbackWrite default void replaceAll(UnaryOperator<E> operator) throws UnsupportedOperationException { }
    @Fresh @SafeResult static <T> List<T> of(T... values) { }
    @Fresh @SafeResult @Content static <T> List<T> copyOf(Collection<? extends T> values) { }
}

@Depends
public interface Set<E> extends Collection<E> {
    @Fresh @SafeResult @Hashing @Twice static <T> Set<T> of(T... values) throws IllegalArgumentException { }
    @Fresh @SafeResult @Hashing @Content static <T> Set<T> copyOf(Collection<? extends T> values) { }
}

@Depends
public interface SortedSet<E> extends Set<E> {
    @Read E first() throws NoSuchElementException;
    @Read E last() throws NoSuchElementException;
    @Read @Order @NotNull SortedSet<E> headSet(E to) throws IllegalArgumentException;
    @Read @Order @NotNull SortedSet<E> tailSet(E from) throws IllegalArgumentException;
}

@Depends
public interface NavigableSet<E> extends SortedSet<E> {
    @Read @Order E floor(E e);
    @Read @Order E ceiling(E e);
    @Read @Order E lower(E e);
    @Read @Order E higher(E e);
    @Order E pollFirst();
    @Order E pollLast();
    @Read @NotNull Iterator<E> descendingIterator();
    @Read @Order @NotNull NavigableSet<E> headSet(E to, boolean isIncluded) throws IllegalArgumentException;
    @Read @Order @NotNull NavigableSet<E> tailSet(E from, boolean isIncluded) throws IllegalArgumentException;
    @Read @NotNull NavigableSet<E> descendingSet();
}

@Depends
public interface Queue<E> extends Collection<E> {
    @Order boolean offer(E e);
    @Order E poll();
    @Order E remove() throws NoSuchElementException;
    @Order @Equality boolean remove(Object o);
    @Read E peek();
    @Read E element() throws NoSuchElementException;
}

@Depends
public interface Deque<E> extends Queue<E> {
    void addFirst(E e) throws IllegalStateException;
    void addLast(E e) throws IllegalStateException;
    boolean offerFirst(E e);
    boolean offerLast(E e);
    E removeFirst() throws NoSuchElementException;
    E removeLast() throws NoSuchElementException;
    E pollFirst();
    E pollLast();
    @Read E getFirst() throws NoSuchElementException;
    @Read E getLast() throws NoSuchElementException;
    @Read E peekFirst();
    @Read E peekLast();
    void push(E e) throws IllegalStateException;
    E pop() throws NoSuchElementException;
    @Equality boolean removeFirstOccurrence(Object o);
    @Equality boolean removeLastOccurrence(Object o);
    @Read @NotNull Iterator<E> descendingIterator();
}

@Depends
public interface Map<K, V> {
    @Read @Count int size();
    @Read boolean isEmpty();
    @Read @Hashing @Order boolean containsKey(Object key);
    @Read @Equality boolean containsValue(Object value);
    @Read @Hashing @Order V get(Object key);
    @Read @Hashing @Order default V getOrDefault(Object key, V otherwise) { }
    @Hashing @Order V put(K key, V value) throws UnsupportedOperationException;
    @Hashing @Order V remove(Object key) throws UnsupportedOperationException;
    @OneStep @Hashing @Order @Equality default boolean remove(Object key, Object value)
        throws UnsupportedOperationException { }
    @Hashing @Order @Content void putAll(Map<? extends K, ? extends V> map) throws UnsupportedOperationException;
    void clear() throws UnsupportedOperationException;
    @Read @NotNull Set<K> keySet();
    @Read @NotNull Collection<V> values();
    @Read @NotNull Set<Map.Entry<K, V>> entrySet();
    @OneStep @Hashing @Order default V putIfAbsent(K key, V value)
        throws UnsupportedOperationException { }
    @OneStep @Hashing @Order default V replace(K key, V value)
        throws UnsupportedOperationException { }
    @OneStep @Hashing @Order @Equality default boolean replace(K key, V old, V value)
        throws UnsupportedOperationException { }
    @CallbackWrite @Hashing @Order default V computeIfAbsent(K key, Function<? super K, ? extends V> make)
        throws UnsupportedOperationException { }
    @CallbackWrite @Hashing @Order default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> make)
        throws UnsupportedOperationException { }
    @CallbackWrite @Hashing @Order default V compute(K key, BiFunction<? super K, ? super V, ? extends V> make)
        throws UnsupportedOperationException { }
    @CallbackWrite @Hashing @Order default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> combine)
        throws UnsupportedOperationException { }
    @CallbackRead default void forEach(BiConsumer<? super K, ? super V> action) { }
    @CallbackWrite default void replaceAll(BiFunction<? super K, ? super V, ? extends V> make)
        throws UnsupportedOperationException { }
    @Fresh @SafeResult static <A, B> Map<A, B> of() { }
    @Fresh @SafeResult @Hashing static <A, B> Map<A, B> of(A a, B b) { }
    @Fresh @SafeResult @Hashing @Twice static <A, B> Map<A, B> of(A a, B b, A c, B d)
        throws IllegalArgumentException { }
    @Fresh @SafeResult @Hashing @Twice static <A, B> Map<A, B> of(A a, B b, A c, B d, A e, B f)
        throws IllegalArgumentException { }
    @Fresh @SafeResult @Hashing @Content static <A, B> Map<A, B> copyOf(Map<? extends A, ? extends B> map) { }
    @Fresh static <A, B> Map.Entry<A, B> entry(A a, B b) { }

    @Depends
    public interface Entry<K, V> {
        @Read K getKey();
        @Read V getValue();
        V setValue(V value) throws UnsupportedOperationException;
    }
}

@Depends
public interface SortedMap<K, V> extends Map<K, V> {
    @Read K firstKey() throws NoSuchElementException;
    @Read K lastKey() throws NoSuchElementException;
    @Read @Order @NotNull SortedMap<K, V> headMap(K to) throws IllegalArgumentException;
    @Read @Order @NotNull SortedMap<K, V> tailMap(K from) throws IllegalArgumentException;
}

@Depends
public interface NavigableMap<K, V> extends SortedMap<K, V> {
    @Read Map.Entry<K, V> firstEntry();
    @Read Map.Entry<K, V> lastEntry();
    @Read @Order Map.Entry<K, V> floorEntry(K key);
    @Read @Order Map.Entry<K, V> ceilingEntry(K key);
    @Read @Order Map.Entry<K, V> lowerEntry(K key);
    @Read @Order Map.Entry<K, V> higherEntry(K key);
    @Read @Order K floorKey(K key);
    @Read @Order K ceilingKey(K key);
    @Read @Order K lowerKey(K key);
    @Read @Order K higherKey(K key);
    @Order Map.Entry<K, V> pollFirstEntry();
    @Order Map.Entry<K, V> pollLastEntry();
    @Read @Order @NotNull NavigableMap<K, V> headMap(K to, boolean isIncluded) throws IllegalArgumentException;
    @Read @Order @NotNull NavigableMap<K, V> tailMap(K from, boolean isIncluded) throws IllegalArgumentException;
    @Read @NotNull NavigableMap<K, V> descendingMap();
}

@NotThreadSafe
public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() { }
    @Read @Count public int size();
    @Read public boolean isEmpty();
    @Read @Hashing @Order public boolean contains(Object o);
    @Read @NotNull public Object[] toArray();
    @Read @NotNull public <T> T[] toArray(T[] array);
    @Hashing @Order public boolean add(E e) throws UnsupportedOperationException;
    @Hashing @Order public boolean remove(Object o) throws UnsupportedOperationException;
    @Read @Hashing @Order @Content public boolean containsAll(Collection<?> c);
    @Hashing @Order @Content public boolean addAll(Collection<? extends E> c);
    @Hashing @Order @Content public boolean removeAll(Collection<?> c);
    @Hashing @Order @Content public boolean retainAll(Collection<?> c);
    @CallbackWrite public boolean removeIf(Predicate<? super E> filter);
    public void clear();
    @Read @NotNull public Iterator<E> iterator();
}

@NotThreadSafe
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    protected int modCount;
    protected AbstractList() { }
    @Read public E get(int index) throws IndexOutOfBoundsException;
    public E set(int index, E e) throws IndexOutOfBoundsException, UnsupportedOperationException;
    public void add(int index, E e) throws IndexOutOfBoundsException, UnsupportedOperationException;
    public boolean add(E e) throws UnsupportedOperationException;
    public E remove(int index) throws IndexOutOfBoundsException, UnsupportedOperationException;
    @Content public boolean addAll(int index, Collection<? extends E> c) throws IndexOutOfBoundsException;
    @Read @Equality public int indexOf(Object o);
    @Read @Equality public int lastIndexOf(Object o);
    @Read @NotNull public ListIterator<E> listIterator();
    @Read @NotNull public ListIterator<E> listIterator(int index) throws IndexOutOfBoundsException;
    @Read @NotNull public List<E> subList(int from, int to) throws IndexOutOfBoundsException;
    @CallbackWrite public void sort(Comparator<? super E> order);
    @CallbackWrite public void replaceAll(UnaryOperator<E> operator);
    protected void removeRange(int from, int to);
}

@NotThreadSafe
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() { }
}

@NotThreadSafe
public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
    protected AbstractQueue() { }
    @Order public E remove() throws NoSuchElementException;
    @Read public E element() throws NoSuchElementException;
}

@NotThreadSafe
public abstract class AbstractMap<K, V> implements Map<K, V> {
    protected AbstractMap() { }
    @Read @Count public int size();
    @Read public boolean isEmpty();
    @Read @Hashing @Order public boolean containsKey(Object key);
    @Read @Equality public boolean containsValue(Object value);
    @Read @Hashing @Order public V get(Object key);
    @Hashing @Order public V put(K key, V value);
    @Hashing @Order public V remove(Object key);
    @Hashing @Order @Content public void putAll(Map<? extends K, ? extends V> map);
    public void clear();
    @Read @NotNull public Set<K> keySet();
    @Read @NotNull public Collection<V> values();
    @Hashing @Order @Equality public boolean remove(Object key, Object value);
    @Hashing @Order public V putIfAbsent(K key, V value);
    @Hashing @Order public V replace(K key, V value);
    @Hashing @Order @Equality public boolean replace(K key, V old, V value);
    @CallbackWrite @Hashing @Order public V computeIfAbsent(K key, Function<? super K, ? extends V> make);
    @CallbackWrite @Hashing @Order public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> make);
    @CallbackWrite @Hashing @Order public V compute(K key, BiFunction<? super K, ? super V, ? extends V> make);
    @CallbackWrite @Hashing @Order public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> combine);
    @CallbackWrite public void replaceAll(BiFunction<? super K, ? super V, ? extends V> make);

    @Immutable
    public static class SimpleImmutableEntry<K, V> implements Map.Entry<K, V> {
        public SimpleImmutableEntry(K key, V value) { }
        public SimpleImmutableEntry(Map.Entry<? extends K, ? extends V> entry) { }
        public K getKey();
        public V getValue();
    }

    @NotThreadSafe
    public static class SimpleEntry<K, V> implements Map.Entry<K, V> {
        public SimpleEntry(K key, V value) { }
        @Read public K getKey();
        @Read public V getValue();
        public V setValue(V value);
    }
}

@NotThreadSafe
public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess {
    public ArrayList() { }
    @Negative public ArrayList(int capacity) throws IllegalArgumentException { }
    @Content public ArrayList(Collection<? extends E> c) { }
    public void ensureCapacity(int capacity);
    public void trimToSize();
    @Read public Object clone();
}

@NotThreadSafe
public class LinkedList<E> extends AbstractList<E> implements List<E>, Deque<E> {
    public LinkedList() { }
    @Content public LinkedList(Collection<? extends E> c) { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
    public E remove(int index) throws IndexOutOfBoundsException;
}

@ThreadSafe
public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess {
    public Vector() { }
    @Negative public Vector(int capacity) throws IllegalArgumentException { }
    @Content public Vector(Collection<? extends E> c) { }
    public void addElement(E e);
    @Read public E elementAt(int index) throws ArrayIndexOutOfBoundsException;
    @Read public E firstElement() throws NoSuchElementException;
    @Read public E lastElement() throws NoSuchElementException;
    @Equality public boolean removeElement(Object o);
    public void removeElementAt(int index) throws ArrayIndexOutOfBoundsException;
    public void insertElementAt(E e, int index) throws ArrayIndexOutOfBoundsException;
    public void setElementAt(E e, int index) throws ArrayIndexOutOfBoundsException;
    public void removeAllElements();
    @Read @NotNull public Enumeration<E> elements();
    @Read public int capacity();
    @Read public void copyInto(Object[] target) throws IndexOutOfBoundsException, ArrayStoreException;
    @Read @Equality public int lastIndexOf(Object o, int index) throws IndexOutOfBoundsException;
}

@ThreadSafe
public class Stack<E> extends Vector<E> {
    public Stack() { }
    public E push(E e);
    public E pop() throws EmptyStackException;
    @Read public E peek() throws EmptyStackException;
    @Read public boolean empty();
    @Read @Equality public int search(Object o);
}

@NotThreadSafe
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E> {
    public ArrayDeque() { }
    public ArrayDeque(int capacity) { }
    @Content public ArrayDeque(Collection<? extends E> c) { }
    public E remove() throws NoSuchElementException;
    @Equality public boolean remove(Object o);
}

@NotThreadSafe @Sorted
public class PriorityQueue<E> extends AbstractQueue<E> {
    public PriorityQueue() { }
    @NotPositive public PriorityQueue(int capacity) throws IllegalArgumentException { }
    public PriorityQueue(Comparator<? super E> order) { }
    @NotPositive public PriorityQueue(int capacity, Comparator<? super E> order) throws IllegalArgumentException { }
    @Order @Content public PriorityQueue(Collection<? extends E> c) { }
    @Order @Incomparable public boolean add(E e) throws ClassCastException;
    @Order @Incomparable public boolean offer(E e) throws ClassCastException;
    @Order public E remove() throws NoSuchElementException;
    @Order @Equality public boolean remove(Object o);
}

@NotThreadSafe
public class HashSet<E> extends AbstractSet<E> implements Set<E> {
    public HashSet() { }
    @Negative public HashSet(int capacity) throws IllegalArgumentException { }
    @Hashing @Content public HashSet(Collection<? extends E> c) { }
}

@NotThreadSafe
public class LinkedHashSet<E> extends HashSet<E> {
    public LinkedHashSet() { }
    @Hashing @Content public LinkedHashSet(Collection<? extends E> c) { }
}

@NotThreadSafe @Sorted
public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E> {
    public TreeSet() { }
    public TreeSet(Comparator<? super E> order) { }
    @Order @Content public TreeSet(Collection<? extends E> c) { }
    @Read @Order @Incomparable public boolean contains(Object o) throws ClassCastException;
    @Order @Incomparable public boolean add(E e) throws ClassCastException;
    @Order @Incomparable public boolean remove(Object o) throws ClassCastException;
}

@NotThreadSafe
public abstract class EnumSet<E> extends AbstractSet<E> {
    @Fresh public static <T> EnumSet<T> noneOf(Class<T> type);
    @Fresh public static <T> EnumSet<T> allOf(Class<T> type);
    @Fresh public static <T> EnumSet<T> of(T first, T... rest);
}

@NotThreadSafe
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V> {
    public HashMap() { }
    @Negative public HashMap(int capacity) throws IllegalArgumentException { }
    @Negative public HashMap(int capacity, float load) throws IllegalArgumentException { }
    @Hashing @Content public HashMap(Map<? extends K, ? extends V> map) { }
}

@NotThreadSafe
public class LinkedHashMap<K, V> extends HashMap<K, V> {
    public LinkedHashMap() { }
    @Negative public LinkedHashMap(int capacity) throws IllegalArgumentException { }
    @Negative public LinkedHashMap(int capacity, float load) throws IllegalArgumentException { }
    @Negative public LinkedHashMap(int capacity, float load, boolean byAccess) throws IllegalArgumentException { }
    @Hashing @Content public LinkedHashMap(Map<? extends K, ? extends V> map) { }
    @Read protected boolean removeEldestEntry(Map.Entry<K, V> eldest);
}

@NotThreadSafe
public class IdentityHashMap<K, V> extends AbstractMap<K, V> {
    public IdentityHashMap() { }
}

@NotThreadSafe
public class WeakHashMap<K, V> extends AbstractMap<K, V> {
    public WeakHashMap() { }
}

@NotThreadSafe
public class EnumMap<K, V> extends AbstractMap<K, V> {
    public EnumMap(Class<K> type) { }
}

@NotThreadSafe @Sorted
public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
    public TreeMap() { }
    public TreeMap(Comparator<? super K> order) { }
    @Order @Content public TreeMap(Map<? extends K, ? extends V> map) { }
    @Read @Order @Incomparable public boolean containsKey(Object key) throws ClassCastException;
    @Read @Order @Incomparable public V get(Object key) throws ClassCastException;
    @Order @Incomparable public V put(K key, V value) throws ClassCastException;
    @Order @Incomparable public V remove(Object key) throws ClassCastException;
}

@ThreadSafe
public abstract class Dictionary<K, V> {
    public Dictionary() { }
}

@ThreadSafe
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V> {
    public Hashtable() { }
    @Negative public Hashtable(int capacity) throws IllegalArgumentException { }
    @Negative public Hashtable(int capacity, float load) throws IllegalArgumentException { }
    @Hashing @Content public Hashtable(Map<? extends K, ? extends V> map) { }
    @Read @Equality public boolean contains(Object value);
    @Read @NotNull public Enumeration<K> keys();
    @Read @NotNull public Enumeration<V> elements();
    @Hashing @Order @Equality public boolean remove(Object key, Object value);
    @Hashing @Order public V putIfAbsent(K key, V value);
    @Hashing @Order public V replace(K key, V value);
    @Hashing @Order @Equality public boolean replace(K key, V old, V value);
    @CallbackWrite @Hashing @Order public V computeIfAbsent(K key, Function<? super K, ? extends V> make);
    @CallbackWrite @Hashing @Order public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> make);
    @CallbackWrite @Hashing @Order public V compute(K key, BiFunction<? super K, ? super V, ? extends V> make);
    @CallbackWrite @Hashing @Order public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> combine);
    @CallbackWrite public void replaceAll(BiFunction<? super K, ? super V, ? extends V> make);
}

@ThreadSafe
public class Properties extends Hashtable<Object, Object> {
    public Properties() { }
    @Read public String getProperty(String name);
    @Read public String getProperty(String name, String otherwise);
    public Object setProperty(String name, String value);
}

@Immutable
public class Collections {
    @Fresh @SafeResult @Wrapper public static <T> List<T> synchronizedList(List<T> list);
    @Fresh @SafeResult @Wrapper public static <T> Set<T> synchronizedSet(Set<T> set);
    @Fresh @SafeResult @Wrapper public static <T> Collection<T> synchronizedCollection(Collection<T> c);
    @Fresh @SafeResult @Wrapper public static <A, B> Map<A, B> synchronizedMap(Map<A, B> map);
    @Fresh @SafeResult @Wrapper static <T> List<T> synchronizedList(List<T> list, Object lock);
    @Fresh @SafeResult @Wrapper static <T> Set<T> synchronizedSet(Set<T> set, Object lock);
    @Fresh @SafeResult @Wrapper static <T> Collection<T> synchronizedCollection(Collection<T> c, Object lock);
    @Fresh @Wrapper public static <T> List<T> unmodifiableList(List<? extends T> list);
    @Fresh @Wrapper public static <T> Set<T> unmodifiableSet(Set<? extends T> set);
    @Fresh @Wrapper public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> c);
    @Fresh @Wrapper public static <A, B> Map<A, B> unmodifiableMap(Map<? extends A, ? extends B> map);
    @Fresh @Wrapper public static <T> Enumeration<T> enumeration(Collection<T> c);
    @Fresh @Wrapper public static <T> Queue<T> asLifoQueue(Deque<T> deque);
    @Fresh @SafeResult public static <T> List<T> emptyList();
    @Fresh @SafeResult public static <T> Set<T> emptySet();
    @Fresh @SafeResult public static <A, B> Map<A, B> emptyMap();
    @Fresh @SafeResult public static <T> Iterator<T> emptyIterator();
    @Fresh @SafeResult public static <T> Enumeration<T> emptyEnumeration();
    @Fresh @SafeResult public static <T> List<T> singletonList(T value);
    @Fresh @SafeResult public static <T> Set<T> singleton(T value);
    @Fresh @SafeResult public static <A, B> Map<A, B> singletonMap(A a, B b);
    @Fresh @SafeResult @Negative public static <T> List<T> nCopies(int count, T value) throws IllegalArgumentException;
    @Fresh @Wrapper public static <T> Set<T> newSetFromMap(Map<T, Boolean> map) throws IllegalArgumentException;
    @Fresh public static <T> Comparator<T> reverseOrder();
    @Fresh public static <T> Comparator<T> reverseOrder(Comparator<T> order);
    @Write @Order @Content public static <T> void sort(List<T> list);
    @CallbackWrite @Order @Content public static <T> void sort(List<T> list, Comparator<? super T> order);
    @Write @Content public static void reverse(List<?> list);
    @Write @Content public static void shuffle(List<?> list);
    @Write @Content public static void shuffle(List<?> list, Random random);
    @Write @Hashing @Order @Content public static <T> boolean addAll(Collection<? super T> c, T... values)
        throws UnsupportedOperationException, IllegalStateException;
    @Write @Content public static void swap(List<?> list, int i, int j) throws IndexOutOfBoundsException;
    @Read @Order @Content public static <T> T max(Collection<? extends T> c) throws NoSuchElementException;
    @Read @Order @Content public static <T> T min(Collection<? extends T> c) throws NoSuchElementException;
    @CallbackRead @Order @Content
    public static <T> T max(Collection<? extends T> c, Comparator<? super T> order) throws NoSuchElementException;
    @CallbackRead @Order @Content
    public static <T> T min(Collection<? extends T> c, Comparator<? super T> order) throws NoSuchElementException;
    @Read @Equality @Content public static int frequency(Collection<?> c, Object o);
}

@Immutable
public class Arrays {
    @Fresh @View public static <T> List<T> asList(T... values);
    @Fresh @Negative public static <T> T[] copyOf(T[] array, int length) throws NegativeArraySizeException;
    @Fresh @Negative public static int[] copyOf(int[] array, int length) throws NegativeArraySizeException;
    @Fresh @Negative public static long[] copyOf(long[] array, int length) throws NegativeArraySizeException;
    @Fresh @Negative public static byte[] copyOf(byte[] array, int length) throws NegativeArraySizeException;
    @Fresh @Negative public static char[] copyOf(char[] array, int length) throws NegativeArraySizeException;
    @Fresh @Negative public static double[] copyOf(double[] array, int length) throws NegativeArraySizeException;
    @Fresh @Negative public static boolean[] copyOf(boolean[] array, int length) throws NegativeArraySizeException;
    @Fresh public static <U, T> T[] copyOf(U[] array, int length, Class<? extends T[]> type)
        throws NegativeArraySizeException, ArrayStoreException;
    @Fresh public static <T> T[] copyOfRange(T[] array, int from, int to)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @Fresh public static int[] copyOfRange(int[] array, int from, int to)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @Fresh public static byte[] copyOfRange(byte[] array, int from, int to)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @Fresh public static char[] copyOfRange(char[] array, int from, int to)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @Write @Foreign public static void fill(Object[] array, Object value) throws ArrayStoreException;
    @Write @Foreign public static void fill(Object[] array, int from, int to, Object value)
        throws IllegalArgumentException, IndexOutOfBoundsException, ArrayStoreException;
    @Write public static void fill(int[] array, int value);
    @Write public static void fill(int[] array, int from, int to, int value)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @Write public static void fill(long[] array, long value);
    @Write public static void fill(byte[] array, byte value);
    @Write public static void fill(char[] array, char value);
    @Write public static void fill(double[] array, double value);
    @Write public static void fill(boolean[] array, boolean value);
    @Write @Order @Incomparable public static void sort(Object[] array) throws ClassCastException;
    @Write public static void sort(int[] array);
    @Write public static void sort(long[] array);
    @Write public static void sort(double[] array);
    @CallbackWrite @Order public static <T> void sort(T[] array, Comparator<? super T> order);
    @CallbackWrite @Order public static <T> void sort(T[] array, int from, int to, Comparator<? super T> order)
        throws IllegalArgumentException, IndexOutOfBoundsException;
    @CallbackWrite public static <T> void setAll(T[] array, IntFunction<? extends T> value) throws ArrayStoreException;
    @CallbackWrite public static void setAll(int[] array, IntUnaryOperator value);
    @CallbackWrite public static void setAll(long[] array, IntToLongFunction value);
    @CallbackWrite @Parallel
    public static <T> void parallelSetAll(T[] array, IntFunction<? extends T> value) throws ArrayStoreException;
    @CallbackWrite @Parallel public static void parallelSetAll(int[] array, IntUnaryOperator value);
    @CallbackWrite @Parallel public static void parallelSetAll(long[] array, IntToLongFunction value);
    @CallbackWrite @Parallel public static void parallelSetAll(double[] array, IntToDoubleFunction value);
    @CallbackWrite public static void setAll(double[] array, IntToDoubleFunction value);
    @Read public static int binarySearch(int[] array, int value);
    @Read @Equality public static boolean equals(Object[] left, Object[] right);
    @Read public static boolean equals(int[] left, int[] right);
    @Read public static boolean equals(byte[] left, byte[] right);
    @Read @Hashing public static int hashCode(Object[] array);
    @Read public static int hashCode(int[] array);
    @Read @Text @NotNull public static String toString(Object[] array);
    @Read @NotNull public static String toString(int[] array);
    @Read @NotNull public static String toString(long[] array);
    @Read @NotNull public static String toString(byte[] array);
    @Read @NotNull public static String toString(double[] array);
    @Read @NotNull public static String toString(boolean[] array);
    @Read @NotNull public static <T> Stream<T> stream(T[] array);
    @Read @NotNull public static IntStream stream(int[] array);
    @Read @NotNull public static LongStream stream(long[] array);
}

@Immutable
public final class Objects {
    @Pure @Equality public static boolean equals(Object left, Object right);
    @Pure @Hashing public static int hash(Object... values);
    @Pure @Hashing public static int hashCode(Object value);
    @Fresh @Text public static String toString(Object value);
    @Pure @Text public static String toString(Object value, String otherwise);
    @Pure @NotNull public static <T> T requireNonNull(T value) throws NullPointerException;
    @Pure @NotNull public static <T> T requireNonNull(T value, String message) throws NullPointerException;
    @Pure @NotNull public static <T> T requireNonNullElse(T value, T otherwise) throws NullPointerException;
    @Pure public static boolean isNull(Object value);
    @Pure public static boolean nonNull(Object value);
    @Pure public static int checkIndex(int index, int length) throws IndexOutOfBoundsException;
}

@Immutable
public final class Optional<T> {
    @Fresh public static <U> Optional<U> of(U value) throws NullPointerException;
    @Fresh public static <U> Optional<U> ofNullable(U value);
    @Fresh public static <U> Optional<U> empty();
    public boolean isPresent();
    public boolean isEmpty();
    @NotNull public T get() throws NoSuchElementException;
    public T orElse(T otherwise);
    @NotNull public T orElseThrow() throws NoSuchElementException;
    @CallbackPure @NotNull public <X> T orElseThrow(Supplier<? extends X> make) throws Throwable;
    @CallbackPure public T orElseGet(Supplier<? extends T> make);
    @CallbackPure public void ifPresent(Consumer<? super T> action);
    @CallbackPure @NotNull public <U> Optional<U> map(Function<? super T, ? extends U> f);
    @CallbackPure @NotNull public <U> Optional<U> flatMap(Function<? super T, Optional<U>> f);
    @CallbackPure @NotNull public Optional<T> filter(Predicate<? super T> filter);
}

@Immutable
public final class OptionalInt {
    public boolean isPresent();
    public int getAsInt() throws NoSuchElementException;
    public int orElse(int otherwise);
}

@Immutable
public final class OptionalDouble {
    public boolean isPresent();
    public double getAsDouble() throws NoSuchElementException;
    public double orElse(double otherwise);
}

@ThreadSafe
public class Random {
    public Random() { }
    public Random(long seed) { }
    public int nextInt();
    @NotPositive public int nextInt(int bound) throws IllegalArgumentException;
    public int nextInt(int from, int to) throws IllegalArgumentException;
    public long nextLong();
    public boolean nextBoolean();
    public double nextDouble();
    public float nextFloat();
    public double nextGaussian();
    public void nextBytes(byte[] target);
    public void setSeed(long seed);
}

@NotThreadSafe
public class Date implements Comparable<Date> {
    public Date() { }
    public Date(long time) { }
    @Read public long getTime();
    public void setTime(long time);
    @Read public int compareTo(Date other);
}

@Immutable
public final class UUID implements Comparable<UUID> {
    @Fresh public static UUID randomUUID();
    @Fresh public static UUID fromString(String text) throws IllegalArgumentException;
    @Compare public int compareTo(UUID other);
}

@NotThreadSafe
public class BitSet {
    public BitSet() { }
    @Negative public BitSet(int size) throws NegativeArraySizeException { }
    @Read @Negative public boolean get(int at) throws IndexOutOfBoundsException;
    @Negative public void set(int at) throws IndexOutOfBoundsException;
    @Negative public void set(int at, boolean value) throws IndexOutOfBoundsException;
    @Negative public void clear(int at) throws IndexOutOfBoundsException;
    public void clear();
    @Read public int cardinality();
    @Read @Negative public int nextSetBit(int from) throws IndexOutOfBoundsException;
    @Read @Negative public int nextClearBit(int from) throws IndexOutOfBoundsException;
    @Read @Count public int size();
    @Read public boolean isEmpty();
}

@NotThreadSafe
public final class Scanner {
    @Content @Functions public Scanner(java.io.InputStream in) { }
    @Read public boolean hasNext() throws IllegalStateException;
    @NotNull public String next() throws NoSuchElementException, IllegalStateException;
    @NotNull public String nextLine() throws NoSuchElementException, IllegalStateException;
    public int nextInt() throws NoSuchElementException, IllegalStateException;
    public void close();
}

@NotThreadSafe
public class StringTokenizer {
    public StringTokenizer(String text) { }
    public StringTokenizer(String text, String between) { }
    @Read public boolean hasMoreTokens();
    @NotNull public String nextToken() throws NoSuchElementException;
    @Read public int countTokens();
}

@NotThreadSafe
public final class StringJoiner {
    @Text @Content public StringJoiner(CharSequence between) { }
    @Text @Content public StringJoiner(CharSequence between, CharSequence first, CharSequence last) { }
    @Text @Content @NotNull public StringJoiner add(CharSequence text);
    @Read @NotNull public String toString();
}

@ThreadSafe
public class Timer {
    public Timer() { }
    public Timer(boolean daemon) { }
    public Timer(String name) { }
    public Timer(String name, boolean daemon) { }
    @Execute @Negative public void schedule(TimerTask task, long delay)
        throws IllegalStateException, IllegalArgumentException;
    @Execute @NoPeriod public void schedule(TimerTask task, long delay, long period)
        throws IllegalStateException, IllegalArgumentException;
    @Execute @NoPeriod public void scheduleAtFixedRate(TimerTask task, long delay, long period)
        throws IllegalStateException, IllegalArgumentException;
    public void cancel();
}

@NotThreadSafe
public abstract class TimerTask implements Runnable {
    protected TimerTask() { }
    public boolean cancel();
}

@Depends
public interface EventListener {
}

@Immutable
public class NoSuchElementException extends RuntimeException {
    public NoSuchElementException() { }
    public NoSuchElementException(String message) { }
    public NoSuchElementException(String message, Throwable cause) { }
    @Text @Content public NoSuchElementException(Throwable cause) { }
}

@Immutable
public class ConcurrentModificationException extends RuntimeException {
    public ConcurrentModificationException() { }
    public ConcurrentModificationException(String message) { }
    public ConcurrentModificationException(String message, Throwable cause) { }
    @Text @Content public ConcurrentModificationException(Throwable cause) { }
}

@Immutable
public class EmptyStackException extends RuntimeException {
    public EmptyStackException() { }
    public EmptyStackException(String message) { }
    public EmptyStackException(String message, Throwable cause) { }
    @Text @Content public EmptyStackException(Throwable cause) { }
}

@Immutable
public class MissingResourceException extends RuntimeException {
    public MissingResourceException() { }
    public MissingResourceException(String message) { }
    public MissingResourceException(String message, Throwable cause) { }
    @Text @Content public MissingResourceException(Throwable cause) { }
}

@Immutable
public class InputMismatchException extends NoSuchElementException {
    public InputMismatchException() { }
    public InputMismatchException(String message) { }
    public InputMismatchException(String message, Throwable cause) { }
    @Text @Content public InputMismatchException(Throwable cause) { }
}
