#!/usr/bin/env python3
"""Generates a Java class of many methods, all of them right. The same arguments always give the same bytes.

    java_methods.py COUNT monitor    COUNT methods behind the monitor of the object, with invariants and assertions
    java_methods.py COUNT lock       COUNT methods behind a reentrant lock, released on every path

The number of fields stays the same, so that the work for one method does not depend on the number of the others.
"""

import sys

FIELDS = 8

MONITOR = """\
package many;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

/** {count} methods over {fields} numbers; each number stays between 0 and 1000. */
@ThreadSafe
class Many {{
{declarations}{methods}}}
"""

LOCK = """\
package many;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

/** {count} methods over {fields} numbers behind one lock. */
class Many {{
    private final ReentrantLock lock = new ReentrantLock();
{declarations}{methods}}}
"""

MONITOR_FIELD = """\
    //@ global_invariant 0 <= value{field} && value{field} <= 1000
    @GuardedBy("this") private int value{field};
"""

LOCK_FIELD = """\
    @GuardedBy("lock") private int value{field};
"""

MONITOR_METHODS = [
    """
    public synchronized boolean add{i}(int amount) {{
        if (amount < 0 || amount > 1000 - value{f}) {{
            return false;
        }}
        value{f} += amount;
        return true;
    }}
""",
    """
    public synchronized void move{i}() {{
        if (value{f} > 0 && value{g} < 1000) {{
            value{f}--;
            value{g}++;
        }}
    }}
""",
    """
    public int look{i}() {{
        synchronized (this) {{
            int first = value{f};
            int second = value{f};
            //@ assert first == second
            return first + value{g};
        }}
    }}
""",
    """
    public synchronized void await{i}() throws InterruptedException {{
        while (value{f} == 0) {{
            wait();
        }}
        value{f}--;
        notifyAll();
    }}
""",
    """
    public int divide{i}(int by) {{
        if (by == 0) {{
            return 0;
        }}
        int now;
        synchronized (this) {{
            now = value{f};
        }}
        //@ assert 0 <= now && now <= 1000
        return now / by;
    }}
""",
]

LOCK_METHODS = [
    """
    public boolean add{i}(int amount) {{
        lock.lock();
        try {{
            if (amount < 0 || amount > 1000 - value{f}) {{
                return false;
            }}
            value{f} += amount;
            return true;
        }} finally {{
            lock.unlock();
        }}
    }}
""",
    """
    public void move{i}(boolean carefully) {{
        if (carefully) {{
            lock.lock();
            value{f}--;
            value{g}++;
        }}
        if (carefully) {{
            lock.unlock();
        }}
    }}
""",
    """
    public int look{i}(int[] from, int at) {{
        lock.lock();
        try {{
            return from[at] + value{f};
        }} finally {{
            lock.unlock();
        }}
    }}
""",
    """
    public int try{i}() {{
        if (!lock.tryLock()) {{
            return -1;
        }}
        try {{
            return value{f} / value{g};
        }} finally {{
            lock.unlock();
        }}
    }}
""",
    """
    public int deep{i}(int depth) {{
        lock.lock();
        try {{
            return depth <= 0 ? value{f} : deep{i}(depth - 1) + 1;
        }} finally {{
            lock.unlock();
        }}
    }}
""",
]

KINDS = {"monitor": (MONITOR, MONITOR_FIELD, MONITOR_METHODS), "lock": (LOCK, LOCK_FIELD, LOCK_METHODS)}


def methods(count, kind):
    """The class of so many methods."""
    frame, field, bodies = KINDS[kind]
    declarations = "".join(field.format(field=number) for number in range(FIELDS))
    made = "".join(
        bodies[i % len(bodies)].format(i=i, f=i % FIELDS, g=(i * 3 + 1) % FIELDS if (i * 3 + 1) % FIELDS != i % FIELDS
                                       else (i + 1) % FIELDS)
        for i in range(count))
    return frame.format(count=count, fields=FIELDS, declarations=declarations, methods=made)


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in KINDS:
        sys.exit(__doc__.strip())
    print(methods(int(sys.argv[1]), sys.argv[2]), end="")


if __name__ == "__main__":
    main()
