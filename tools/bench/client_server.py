#!/usr/bin/env python3
"""Generates a client and a server that share locks, in Java. The same arguments always give the same bytes.

    client_server.py FOLDER [LINES]    writes the program of about LINES lines (20000) below FOLDER

The server keeps the flights of an air space in tables, a feed changes them, analyses read them, and clients are told. There
are five threads (server: event, remote, feed; client: event, remote), two read-write locks (that of the server's tables and
that of the client's views) and three mutexes (parameters, subscribers, the client's queue of events). Every method takes and
releases its locks on every path, nests them in one order (tables, then parameters, then subscribers; views, then queue), and
touches what they guard only while it may; so there is nothing to find.
"""

import sys
from pathlib import Path

LINES = 20000

KINDS = [
    "Flight", "Route", "Sector", "Runway", "Radar", "Weather", "Beacon", "Airway", "Gate", "Carrier",
    "Aircraft", "Crew", "Slot", "Alert", "Track", "Plan", "Fix", "Zone", "Level", "Speed",
]
PLACES = ["North", "South", "East", "West", "Central", "Upper", "Lower", "Coastal", "Inland", "Border"]

SERVER_IMPORTS = """\
import java.util.concurrent.TimeUnit;
import net.jcip.annotations.GuardedBy;
"""

TABLE = """\
package tower.server;

{imports}
/** The {lower} records. All of them are guarded by the lock of the database. */
public class {name}Table {{
    private static final int CAPACITY = {capacity};

    private final Database database;
    @GuardedBy("database.lock") private final int[] keys = new int[CAPACITY];
    @GuardedBy("database.lock") private final int[] values = new int[CAPACITY];
    @GuardedBy("database.lock") private int used;
    @GuardedBy("database.lock") private long changes;
    private volatile int refused;

    public {name}Table(Database database) {{
        this.database = database;
    }}
{methods}}}
"""

TABLE_METHODS = [
    """
    /** The place of a key, or -1. */
    public int find(int key) {
        database.lock.readLock().lock();
        try {
            for (int i = 0; i < used; i++) {
                if (keys[i] == key) {
                    return i;
                }
            }
            return -1;
        } finally {
            database.lock.readLock().unlock();
        }
    }
""",
    """
    public int get(int key, int otherwise) {
        database.lock.readLock().lock();
        try {
            int at = find(key);
            return at < 0 ? otherwise : values[at];
        } finally {
            database.lock.readLock().unlock();
        }
    }
""",
    """
    public boolean insert(int key, int value) {
        database.lock.writeLock().lock();
        try {
            if (used == CAPACITY || find(key) >= 0) {
                return false;
            }
            keys[used] = key;
            values[used] = value;
            used++;
            changes++;
            return true;
        } finally {
            database.lock.writeLock().unlock();
        }
    }
""",
    """
    public boolean remove(int key) {
        begin();
        try {
            int at = find(key);
            if (at < 0) {
                return false;
            }
            used--;
            keys[at] = keys[used];
            values[at] = values[used];
            changes++;
            return true;
        } finally {
            end();
        }
    }

    private void begin() {
        database.lock.writeLock().lock();
    }

    private void end() {
        database.lock.writeLock().unlock();
    }
""",
    """
    /** Changes a record or makes one: entered once more by the methods that it calls. */
    public void put(int key, int value) {
        database.lock.writeLock().lock();
        try {
            int at = find(key);
            if (at >= 0) {
                values[at] = value;
                changes++;
                return;
            }
            if (!insert(key, value)) {
                remove(keys[0]);
                insert(key, value);
            }
        } finally {
            database.lock.writeLock().unlock();
        }
    }
""",
    """
    /** Raises a value and returns it: the write lock is given up, the read lock kept. */
    public int raise(int key, int amount) {
        int at;
        database.lock.writeLock().lock();
        try {
            at = find(key);
            if (at < 0) {
                return 0;
            }
            values[at] += amount;
            changes++;
            database.lock.readLock().lock();
        } finally {
            database.lock.writeLock().unlock();
        }
        try {
            return values[at];
        } finally {
            database.lock.readLock().unlock();
        }
    }
""",
    """
    /** Without waiting; whoever is refused counts that. */
    public boolean tryPut(int key, int value) {
        if (!database.lock.writeLock().tryLock()) {
            refused++;
            return false;
        }
        try {
            put(key, value);
            return true;
        } finally {
            database.lock.writeLock().unlock();
        }
    }
""",
    """
    public boolean putWithin(int key, int value, long millis) {
        try {
            if (!database.lock.writeLock().tryLock(millis, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            put(key, value);
            return true;
        } finally {
            database.lock.writeLock().unlock();
        }
    }
""",
    """
    public long sum(int from, int to) {
        long sum = 0;
        database.lock.readLock().lock();
        try {
            for (int i = 0; i < used; i++) {
                if (keys[i] < from) {
                    continue;
                }
                if (keys[i] > to) {
                    break;
                }
                sum += values[i];
            }
        } finally {
            database.lock.readLock().unlock();
        }
        return sum;
    }
""",
    """
    /** Reads level by level, each with an entry of its own. */
    public int deepest(int depth) {
        database.lock.readLock().lock();
        try {
            if (depth <= 0 || depth >= used) {
                return used == 0 ? 0 : values[0];
            }
            return Math.max(values[depth], deepest(depth - 1));
        } finally {
            database.lock.readLock().unlock();
        }
    }
""",
    """
    /** If the caller has the lock already, it is not taken again. */
    public long changes(boolean locked) {
        if (!locked) {
            database.lock.readLock().lock();
            long result = changes;
            database.lock.readLock().unlock();
            return result;
        }
        return -1;
    }
""",
    """
    public void forEach(Visitor visitor) {
        database.lock.readLock().lock();
        try {
            for (int i = 0; i < used; i++) {
                if (!visitor.visit(keys[i], values[i])) {
                    return;
                }
            }
        } finally {
            database.lock.readLock().unlock();
        }
    }
""",
    """
    /** One entry for each round. */
    public int prune(int below) {
        int removed = 0;
        for (int round = 0; round < CAPACITY; round++) {
            database.lock.writeLock().lock();
            try {
                if (round >= used) {
                    break;
                }
                if (values[round] >= below) {
                    continue;
                }
                if (remove(keys[round])) {
                    removed++;
                }
            } finally {
                database.lock.writeLock().unlock();
            }
        }
        return removed;
    }
""",
    """
    public int[] snapshot() {
        database.lock.readLock().lock();
        try {
            int[] copy = new int[used];
            for (int i = 0; i < used; i++) {
                copy[i] = values[i];
            }
            return copy;
        } finally {
            database.lock.readLock().unlock();
        }
    }
""",
    """
    public void clear() {
        database.lock.writeLock().lock();
        used = 0;
        changes++;
        database.lock.writeLock().unlock();
    }

    public int refused() {
        return refused;
    }
""",
]

ANALYSIS = """\
package tower.server;

/** Looks at the {a} and the {b} records together; the tables are entered once more by the methods that are called. */
public class {name}Analysis {{
    private final Database database;
    private final Parameters parameters;
    private final Subscribers subscribers;

    public {name}Analysis(Database database, Parameters parameters, Subscribers subscribers) {{
        this.database = database;
        this.parameters = parameters;
        this.subscribers = subscribers;
    }}
{methods}}}
"""

ANALYSIS_METHODS = [
    """
    public long compare(int from, int to) {{
        database.lock.readLock().lock();
        try {{
            long first = database.{a}.sum(from, to);
            long second = database.{b}.sum(from, to);
            if (first == second) {{
                return 0;
            }}
            return first > second ? first - second : second - first;
        }} finally {{
            database.lock.readLock().unlock();
        }}
    }}
""",
    """
    public int conform(int key) {{
        int limit = parameters.limit();
        database.lock.readLock().lock();
        try {{
            int planned = database.{a}.get(key, limit);
            int seen = database.{b}.get(key, limit);
            return Math.abs(planned - seen) > limit ? 1 : 0;
        }} finally {{
            database.lock.readLock().unlock();
        }}
    }}
""",
    """
    /** The parameters are asked for with the tables locked, never the other way round. */
    public void correct(int key) {{
        database.lock.writeLock().lock();
        try {{
            int limit = parameters.limit();
            int planned = database.{a}.get(key, 0);
            if (planned > limit) {{
                database.{a}.put(key, limit);
                subscribers.tell(key);
            }} else if (planned < -limit) {{
                database.{a}.put(key, -limit);
                subscribers.tell(key);
            }}
        }} finally {{
            database.lock.writeLock().unlock();
        }}
    }}
""",
    """
    public int exchange(int key) {{
        database.lock.writeLock().lock();
        try {{
            int first = database.{a}.get(key, 0);
            int second = database.{b}.get(key, 0);
            database.{a}.put(key, second);
            database.{b}.put(key, first);
            return first + second;
        }} finally {{
            database.lock.writeLock().unlock();
        }}
    }}
""",
    """
    public int count(int above) {{
        int[] found = new int[1];
        database.{a}.forEach((key, value) -> {{
            if (value > above) {{
                found[0]++;
            }}
            return found[0] < {bound};
        }});
        return found[0];
    }}
""",
    """
    public long trend(boolean exact, int rounds) {{
        long sum = 0;
        if (exact) {{
            database.lock.readLock().lock();
        }}
        try {{
            for (int i = 0; i < rounds; i++) {{
                sum += database.{b}.get(i * {step}, i);
            }}
        }} finally {{
            if (exact) {{
                database.lock.readLock().unlock();
            }}
        }}
        return sum;
    }}
""",
    """
    public void spread(int key, int value) {{
        if (!database.{a}.tryPut(key, value)) {{
            database.{b}.putWithin(key, value, {millis});
        }}
        if (database.{a}.deepest({depth}) > parameters.limit()) {{
            subscribers.tell(key);
        }}
    }}
""",
    """
    public int settle(int key) {{
        int steps = 0;
        while (steps < {bound}) {{
            database.lock.writeLock().lock();
            try {{
                int value = database.{b}.raise(key, -1);
                if (value <= 0) {{
                    return steps;
                }}
            }} finally {{
                database.lock.writeLock().unlock();
            }}
            steps++;
        }}
        return steps;
    }}
""",
    """
    public void run(int tick) {{
        switch (tick % 5) {{
            case 0:
                compare(tick, tick + {bound});
                break;
            case 1:
                correct(tick);
                break;
            case 2:
                exchange(tick);
                break;
            case 3:
                trend(tick % 2 == 0, {depth});
                break;
            default:
                spread(tick, tick * {step});
                settle(tick);
        }}
    }}
""",
]

VIEW = """\
package tower.client;

import net.jcip.annotations.GuardedBy;

/** What the {lower} window shows; guarded by the lock of all windows. */
public class {name}View {{
    private final Display display;
    @GuardedBy("display.lock") private final int[] rows = new int[{capacity}];
    @GuardedBy("display.lock") private int shown;
    @GuardedBy("display.lock") private int selected = -1;

    public {name}View(Display display) {{
        this.display = display;
    }}
{methods}}}
"""

VIEW_METHODS = [
    """
    public void show(int row) {
        display.lock.writeLock().lock();
        try {
            if (shown < rows.length) {
                rows[shown] = row;
                shown++;
            } else {
                scroll(1);
                rows[shown - 1] = row;
            }
        } finally {
            display.lock.writeLock().unlock();
        }
    }
""",
    """
    public void scroll(int by) {
        display.lock.writeLock().lock();
        try {
            for (int i = 0; i + by < shown; i++) {
                rows[i] = rows[i + by];
            }
            selected = -1;
        } finally {
            display.lock.writeLock().unlock();
        }
    }
""",
    """
    public int select(int row) {
        display.lock.writeLock().lock();
        try {
            for (int i = 0; i < shown; i++) {
                if (rows[i] == row) {
                    selected = i;
                    return i;
                }
            }
            selected = -1;
            return -1;
        } finally {
            display.lock.writeLock().unlock();
        }
    }
""",
    """
    public int selection() {
        display.lock.readLock().lock();
        try {
            return selected < 0 ? 0 : rows[selected];
        } finally {
            display.lock.readLock().unlock();
        }
    }
""",
    """
    public int paint(int width) {
        int cells = 0;
        display.lock.readLock().lock();
        try {
            for (int i = 0; i < shown; i++) {
                cells += paintRow(i, width);
            }
        } finally {
            display.lock.readLock().unlock();
        }
        return cells;
    }

    private int paintRow(int row, int width) {
        display.lock.readLock().lock();
        try {
            int cell = rows[row] % (width <= 0 ? 1 : width);
            return row == selected ? cell + 1 : cell;
        } finally {
            display.lock.readLock().unlock();
        }
    }
""",
    """
    /** Tells the queue with the views locked, never the other way round. */
    public void refresh(int[] news) {
        if (news == null) {
            return;
        }
        display.lock.writeLock().lock();
        try {
            shown = 0;
            for (int row : news) {
                show(row);
            }
            display.queue.offer(shown);
        } finally {
            display.lock.writeLock().unlock();
        }
    }
""",
    """
    public boolean isEmpty() {
        display.lock.readLock().lock();
        boolean result = shown == 0;
        display.lock.readLock().unlock();
        return result;
    }
""",
    """
    public int best(int from) {
        int best = from;
        if (display.lock.readLock().tryLock()) {
            try {
                for (int i = 0; i < shown; i++) {
                    best = Math.max(best, rows[i]);
                }
            } finally {
                display.lock.readLock().unlock();
            }
        }
        return best;
    }
""",
]

DATABASE = """\
package tower.server;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** All tables behind one read-write lock. */
public class Database {{
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
{fields}
    /** Changes one record of each table, all of them or none as others see it. */
    public void advance(int key) {{
        lock.writeLock().lock();
        try {{
{advance}        }} finally {{
            lock.writeLock().unlock();
        }}
    }}

    public long total() {{
        long total = 0;
        lock.readLock().lock();
        try {{
{total}        }} finally {{
            lock.readLock().unlock();
        }}
        return total;
    }}
}}
"""

DISPLAY = """\
package tower.client;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** All windows behind one read-write lock. */
public class Display {{
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    final EventQueue queue = new EventQueue();
{fields}
    public int paint(int width) {{
        int cells = 0;
        lock.readLock().lock();
        try {{
{paint}        }} finally {{
            lock.readLock().unlock();
        }}
        return cells;
    }}

    public void update(int kind, int[] news) {{
        lock.writeLock().lock();
        try {{
            switch (kind) {{
{update}                default:
                    break;
            }}
        }} finally {{
            lock.writeLock().unlock();
        }}
    }}
}}
"""

FIXED = {
    "server/Visitor.java": """\
package tower.server;

/** Is shown records until it says no. */
public interface Visitor {
    boolean visit(int key, int value);
}
""",
    "server/Parameters.java": """\
package tower.server;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

/** What the operator has set. */
public class Parameters {
    private final ReentrantLock mutex = new ReentrantLock();
    @GuardedBy("mutex") private int limit = 100;
    @GuardedBy("mutex") private int version;

    public int limit() {
        mutex.lock();
        try {
            return limit;
        } finally {
            mutex.unlock();
        }
    }

    public boolean set(int newLimit) {
        if (newLimit <= 0) {
            return false;
        }
        mutex.lock();
        try {
            if (newLimit != limit()) {
                limit = newLimit;
                version++;
            }
            return true;
        } finally {
            mutex.unlock();
        }
    }

    public int version() {
        mutex.lock();
        int result = version;
        mutex.unlock();
        return result;
    }
}
""",
    "server/Subscribers.java": """\
package tower.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

/** The clients that want to hear of changes. */
public class Subscribers {
    private final ReentrantLock mutex = new ReentrantLock();
    @GuardedBy("mutex") private final List<Client> clients = new ArrayList<>();
    @GuardedBy("mutex") private int told;

    /** A client as the server sees it. */
    public interface Client {
        void changed(int key);
    }

    public void add(Client client) {
        mutex.lock();
        try {
            if (client != null && !clients.contains(client)) {
                clients.add(client);
            }
        } finally {
            mutex.unlock();
        }
    }

    public void remove(Client client) {
        mutex.lock();
        try {
            clients.remove(client);
        } finally {
            mutex.unlock();
        }
    }

    public void tell(int key) {
        mutex.lock();
        try {
            for (Client client : clients) {
                client.changed(key);
            }
            told++;
        } finally {
            mutex.unlock();
        }
    }

    public int told() {
        mutex.lock();
        try {
            return told;
        } finally {
            mutex.unlock();
        }
    }
}
""",
    "client/EventQueue.java": """\
package tower.client;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

/** Events of the user and of the server, in the order of their arrival. */
public class EventQueue {
    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition arrived = mutex.newCondition();
    @GuardedBy("mutex") private final int[] events = new int[256];
    @GuardedBy("mutex") private int first;
    @GuardedBy("mutex") private int count;

    public boolean offer(int event) {
        mutex.lock();
        try {
            if (count == events.length) {
                return false;
            }
            events[(first + count) % events.length] = event;
            count++;
            arrived.signal();
            return true;
        } finally {
            mutex.unlock();
        }
    }

    public int take() throws InterruptedException {
        mutex.lockInterruptibly();
        try {
            while (count == 0) {
                arrived.await();
            }
            int event = events[first];
            first = (first + 1) % events.length;
            count--;
            return event;
        } finally {
            mutex.unlock();
        }
    }

    public int size() {
        mutex.lock();
        int result = count;
        mutex.unlock();
        return result;
    }
}
""",
    "server/ServerEvent.java": """\
package tower.server;

/** Runs the analyses at every tick. */
public class ServerEvent extends Thread {
    private final Server server;

    public ServerEvent(Server server) {
        this.server = server;
    }

    @Override
    public void run() {
        int tick = 0;
        while (!isInterrupted()) {
            server.analyse(tick);
            tick++;
        }
    }
}
""",
    "server/ServerRemote.java": """\
package tower.server;

/** Answers the questions of clients. */
public class ServerRemote extends Thread {
    private final Server server;

    public ServerRemote(Server server) {
        this.server = server;
    }

    @Override
    public void run() {
        for (int request = 0; !isInterrupted(); request++) {
            if (request % 100 == 0) {
                server.parameters.set(request);
            }
            server.answer(request);
        }
    }
}
""",
    "server/ServerFeed.java": """\
package tower.server;

/** Puts what the radar sees into the tables. */
public class ServerFeed extends Thread {
    private final Server server;

    public ServerFeed(Server server) {
        this.server = server;
    }

    @Override
    public void run() {
        int key = 0;
        while (!isInterrupted()) {
            server.database.advance(key % 64);
            key++;
        }
    }
}
""",
    "client/ClientEvent.java": """\
package tower.client;

/** Handles the events of the user. */
public class ClientEvent extends Thread {
    private final Display display;

    public ClientEvent(Display display) {
        this.display = display;
    }

    @Override
    public void run() {
        try {
            while (true) {
                int event = display.queue.take();
                display.paint(event + 80);
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }
}
""",
    "client/ClientRemote.java": """\
package tower.client;

import tower.server.Subscribers;

/** Hears of changes from the server and shows them. */
public class ClientRemote extends Thread implements Subscribers.Client {
    private final Display display;
    private volatile int latest;

    public ClientRemote(Display display) {
        this.display = display;
    }

    @Override
    public void changed(int key) {
        latest = key;
    }

    @Override
    public void run() {
        for (int kind = 0; !isInterrupted(); kind++) {
            display.update(kind % 64, new int[] {latest, latest + 1});
        }
    }
}
""",
    "Main.java": """\
package tower;

import tower.client.ClientEvent;
import tower.client.ClientRemote;
import tower.client.Display;
import tower.server.Server;
import tower.server.ServerEvent;
import tower.server.ServerFeed;
import tower.server.ServerRemote;

/** Starts the five threads. */
public class Main {
    public static void main(String[] args) {
        Server server = new Server();
        Display display = new Display();
        ClientRemote remote = new ClientRemote(display);
        server.subscribers().add(remote);
        new ServerEvent(server).start();
        new ServerRemote(server).start();
        new ServerFeed(server).start();
        new ClientEvent(display).start();
        remote.start();
    }
}
""",
}

SERVER = """\
package tower.server;

/** The tables, the analyses, and who wants to know. */
public class Server {{
    final Database database = new Database();
    final Parameters parameters = new Parameters();
    private final Subscribers subscribers = new Subscribers();
{fields}
    public Subscribers subscribers() {{
        return subscribers;
    }}

    public void analyse(int tick) {{
{analyse}    }}

    public long answer(int request) {{
        switch (request % {count}) {{
{answer}            default:
                return database.total();
        }}
    }}
}}
"""


def names():
    """Names of classes, without end: Flight, Route, …, NorthFlight, …"""
    yield from KINDS
    number = 0
    while True:
        for place in PLACES:
            for kind in KINDS:
                yield f"{place}{kind}{number or ''}"
        number += 1


def lower(name):
    return name[0].lower() + name[1:]


def program(lines=LINES):
    """The files of the program by their paths, about so many lines."""
    units = 2
    while True:
        files = of_size(units)
        if sum(text.count("\n") for text in files.values()) >= lines:
            return files
        units += 1


def of_size(units):
    """A program with so many tables, analyses and views."""
    supply = names()
    all_names = [next(supply) for _ in range(units)]
    files = {f"tower/{path}": text for path, text in FIXED.items()}
    for number, name in enumerate(all_names):
        files[f"tower/server/{name}Table.java"] = table(name, number)
        files[f"tower/server/{name}Analysis.java"] = analysis(name, all_names[(number + 1) % units], number)
        files[f"tower/client/{name}View.java"] = view(name, number)
    files["tower/server/Database.java"] = database(all_names)
    files["tower/server/Server.java"] = server(all_names)
    files["tower/client/Display.java"] = display(all_names)
    return dict(sorted(files.items()))


def table(name, number):
    methods = "".join(rotated(TABLE_METHODS, number))
    return TABLE.format(imports=SERVER_IMPORTS, lower=lower(name), name=name, capacity=64 + number, methods=methods)


def analysis(name, other, number):
    values = {"a": lower(name), "b": lower(other), "bound": 10 + number, "step": 3 + number % 7, "depth": 2 + number % 9,
              "millis": 5 * (number + 1)}
    methods = "".join(method.format(**values) for method in rotated(ANALYSIS_METHODS, number))
    return ANALYSIS.format(a=lower(name), b=lower(other), name=name, methods=methods)


def view(name, number):
    methods = "".join(rotated(VIEW_METHODS, number))
    return VIEW.format(lower=lower(name), name=name, capacity=20 + number, methods=methods)


def rotated(items, by):
    """The same items, beginning with another one, so that classes do not look alike."""
    by %= len(items)
    return items[by:] + items[:by]


def database(all_names):
    fields = "".join(f"    final {name}Table {lower(name)} = new {name}Table(this);\n" for name in all_names)
    advance = "".join(f"            {lower(name)}.put(key, key + {number});\n" for number, name in enumerate(all_names))
    total = "".join(f"            total += {lower(name)}.sum(0, {10 + number});\n" for number, name in enumerate(all_names))
    return DATABASE.format(fields=fields, advance=advance, total=total)


def server(all_names):
    made = "new {name}Analysis(database, parameters, subscribers)"
    fields = "".join(
        f"    private final {name}Analysis {lower(name)} =\n            {made.format(name=name)};\n" for name in all_names)
    analyse = "".join(f"        {lower(name)}.run(tick + {number});\n" for number, name in enumerate(all_names))
    answer = "".join(
        f"            case {number}:\n                return {lower(name)}.conform(request) + {lower(name)}.count(request);\n"
        for number, name in enumerate(all_names))
    return SERVER.format(fields=fields, analyse=analyse, answer=answer, count=len(all_names) + 1)


def display(all_names):
    fields = "".join(f"    final {name}View {lower(name)} = new {name}View(this);\n" for name in all_names)
    paint = "".join(f"            cells += {lower(name)}.paint(width);\n" for name in all_names)
    update = "".join(
        f"                case {number}:\n                    {lower(name)}.refresh(news);\n                    break;\n"
        for number, name in enumerate(all_names))
    return DISPLAY.format(fields=fields, paint=paint, update=update)


def write(files, folder):
    for path, text in files.items():
        target = Path(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip())
    files = program(int(sys.argv[2]) if len(sys.argv) == 3 else LINES)
    write(files, sys.argv[1])
    print(f"{len(files)} files, {sum(text.count(chr(10)) for text in files.values())} lines")


if __name__ == "__main__":
    main()
