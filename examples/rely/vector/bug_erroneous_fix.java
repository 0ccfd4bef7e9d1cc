// The count is read under the lock, which is then released before the search.

package rely.vector.bug_erroneous_fix;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Vector {
    //@ global_invariant elementData != null
    //@ global_invariant 0 <= elementCount && elementCount <= elementData.length
    //@ unwritable_by_env_if this.holder == tid
    protected Object[] elementData;
    //@ unwritable_by_env_if this.holder == tid
    protected int elementCount;
    protected final int capacityIncrement;

    public Vector(int initialCapacity, int capacityIncrement) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("negative capacity");
        }
        this.elementData = new Object[initialCapacity];
        this.capacityIncrement = capacityIncrement;
    }

    public Vector() {
        this(10, 0);
    }

    public synchronized void copyInto(Object[] target) {
        if (target == null || target.length < elementCount) {
            throw new IllegalArgumentException("the target is too small");
        }
        for (int i = 0; i < elementCount; i++) {
            target[i] = elementData[i];
        }
    }

    public synchronized void trimToSize() {
        if (elementCount < elementData.length) {
            elementData = copyOf(elementData, elementCount, elementCount);
        }
    }

    public synchronized void ensureCapacity(int minCapacity) {
        if (minCapacity > elementData.length) {
            grow(minCapacity);
        }
    }

    //@ requires holder == tid && minCapacity > elementData.length
    private void grow(int minCapacity) {
        int oldCapacity = elementData.length;
        int newCapacity = capacityIncrement > 0 ? oldCapacity + capacityIncrement : oldCapacity * 2;
        if (newCapacity < minCapacity) {
            newCapacity = minCapacity;
        }
        elementData = copyOf(elementData, elementCount, newCapacity);
    }

    //@ requires source != null && 0 <= count && count <= source.length && count <= length
    private static Object[] copyOf(Object[] source, int count, int length) {
        Object[] copy = new Object[length];
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    public synchronized void setSize(int newSize) {
        if (newSize < 0) {
            throw new ArrayIndexOutOfBoundsException(newSize);
        }
        if (newSize > elementData.length) {
            grow(newSize);
        }
        for (int i = newSize; i < elementCount; i++) {
            elementData[i] = null;
        }
        elementCount = newSize;
    }

    public synchronized int capacity() {
        return elementData.length;
    }

    public int size() {
        return elementCount;
    }

    public boolean isEmpty() {
        return elementCount == 0;
    }

    public boolean contains(Object elem) {
        return indexOf(elem, 0) >= 0;
    }

    public int indexOf(Object elem) {
        return indexOf(elem, 0);
    }

    public synchronized int indexOf(Object elem, int index) {
        if (elem == null || index < 0) {
            return -1;
        }
        for (int i = index; i < elementCount; i++) {
            if (elem.equals(elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(Object elem) {
        int last;
        synchronized (this) {
            last = elementCount - 1;
        }
        return searchBack(elem, last);
    }

    public synchronized int lastIndexOf(Object elem, int index) {
        if (index >= elementCount) {
            throw new IndexOutOfBoundsException("index too large");
        }
        return searchBack(elem, index);
    }

    private synchronized int searchBack(Object elem, int index) {
        if (elem == null) {
            return -1;
        }
        //@ loop_invariant i <= index
        for (int i = index; i >= 0; i--) {
            if (elem.equals(elementData[i])) {
//                          ^^^^^^^^^^^^^^ implicit-exception
                return i;
            }
        }
        return -1;
    }

    public synchronized Object elementAt(int index) {
        if (index < 0 || index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        return elementData[index];
    }

    public synchronized Object firstElement() {
        if (elementCount == 0) {
            throw new IllegalStateException("empty");
        }
        return elementData[0];
    }

    public synchronized Object lastElement() {
        if (elementCount == 0) {
            throw new IllegalStateException("empty");
        }
        return elementData[elementCount - 1];
    }

    public synchronized void setElementAt(Object elem, int index) {
        if (index < 0 || index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        elementData[index] = elem;
    }

    public synchronized void removeElementAt(int index) {
        if (index < 0 || index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        for (int i = index; i < elementCount - 1; i++) {
            elementData[i] = elementData[i + 1];
        }
        elementCount--;
        elementData[elementCount] = null;
    }

    public synchronized void insertElementAt(Object elem, int index) {
        if (index < 0 || index > elementCount || elementCount == Integer.MAX_VALUE) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        if (elementCount + 1 > elementData.length) {
            grow(elementCount + 1);
        }
        for (int i = elementCount; i > index; i--) {
            elementData[i] = elementData[i - 1];
        }
        elementData[index] = elem;
        elementCount++;
    }

    public synchronized void addElement(Object elem) {
        if (elementCount == Integer.MAX_VALUE) {
            throw new IllegalStateException("full");
        }
        if (elementCount + 1 > elementData.length) {
            grow(elementCount + 1);
        }
        elementData[elementCount] = elem;
        elementCount++;
    }

    public synchronized boolean removeElement(Object elem) {
        int index = indexOf(elem, 0);
        if (index < 0 || index >= elementCount) {
            return false;
        }
        removeElementAt(index);
        return true;
    }

    public synchronized void removeAllElements() {
        for (int i = 0; i < elementCount; i++) {
            elementData[i] = null;
        }
        elementCount = 0;
    }

    public synchronized Object[] toArray() {
        return copyOf(elementData, elementCount, elementCount);
    }
}
