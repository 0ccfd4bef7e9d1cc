// Code that is not seen leaves locks as it found them: whoever releases on every way out is right.

package locks.unseen_code.ok;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

@interface GuardedBy {
    String value();
}

class Sessions {
    private static final Logger LOG = Logger.getLogger(Sessions.class.getName());
    private final Lock lock = new ReentrantLock();
    @GuardedBy("lock") private final Map<String, Instant> ends = new HashMap<>();
    @GuardedBy("lock") private long opened;

    public void open(String name, Duration time) {
        Instant end = Instant.now().plus(time);
        lock.lock();
        try {
            ends.put(name, end);
            opened += time.toMillis();
            if (LOG.isLoggable(Level.FINE)) {
                LOG.log(Level.FINE, "{0}: {1}", new Object[] {name, end});
            }
        } catch (IllegalArgumentException e) {
            LOG.log(Level.SEVERE, "refused", e);
            throw e;
        } finally {
            lock.unlock();
        }
    }

    public boolean isOpen(String name) {
        lock.lock();
        try {
            Instant end = ends.get(name);
            return end != null && end.isAfter(Instant.now());
        } finally {
            lock.unlock();
        }
    }
}

class Pool {
    private final Lock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    @GuardedBy("lock") private final Queue<Connection> idle = new ArrayDeque<>();

    Pool(String url, int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            idle.add(DriverManager.getConnection(url));
        }
    }

    public Connection take() throws InterruptedException {
        lock.lock();
        try {
            while (idle.isEmpty()) {
                free.await();
            }
            return idle.remove();
        } finally {
            lock.unlock();
        }
    }

    public void close() throws SQLException {
        lock.lock();
        try {
            for (Connection connection : idle) {
                connection.close();
            }
            idle.clear();
        } finally {
            lock.unlock();
        }
    }
}

class Book {
    @GuardedBy("this") private BigDecimal sum = BigDecimal.ZERO;

    public synchronized void add(BigDecimal amount) {
        sum = sum.add(amount);
    }

    public synchronized int rounded(Map<String, BigDecimal> rates) {
        BigDecimal rate = rates.getOrDefault("a", BigDecimal.ONE);
        var product = sum.multiply(rate);
        return product.intValue() + 1 > 0 ? product.intValue() : -1;
    }

    public void store(Path path) throws IOException {
        byte[] text = "x".getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            Files.write(path, text);
        }
    }

    public int load(String name) throws IOException {
        try (InputStream in = new FileInputStream(name)) {
            synchronized (this) {
                return in.read();
            }
        }
    }
}
