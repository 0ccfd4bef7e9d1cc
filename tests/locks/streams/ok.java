// What a stream is given runs where it is asked for elements: here with the lock that is held where it is given.

package locks.streams.ok;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

class Scores {
    private final Object lock = new Object();
    @GuardedBy("lock") private int limit;
    @GuardedBy("lock") private long asked;
    @GuardedBy("lock") private final List<Integer> scores = new ArrayList<>();

    public long high() {
        synchronized (lock) {
            return scores.stream().filter(score -> score > limit).peek(score -> asked++).count();
        }
    }

    public List<Integer> shifted(List<Integer> all, boolean isSorted) {
        synchronized (lock) {
            Stream<Integer> shifted = all.stream().map(score -> score + limit);
            if (isSorted) {
                shifted = shifted.sorted();
            }
            return shifted.collect(Collectors.toList());
        }
    }

    // Asked by those who call, with the lock.
    private Stream<Integer> above(List<Integer> all) {
        return all.stream().filter(score -> score > limit);
    }

    private static long number(Stream<Integer> stream) {
        return stream.count();
    }

    public long numberAbove(List<Integer> all) {
        synchronized (lock) {
            return number(above(all));
        }
    }

    public long pairs(List<List<Integer>> all) {
        synchronized (lock) {
            return all.stream().flatMap(some -> some.stream().map(score -> score + limit)).count();
        }
    }

    // What nobody else writes meanwhile, several threads may read.
    public long inParallel(List<Integer> all) {
        synchronized (lock) {
            return all.parallelStream().filter(score -> score > limit).count();
        }
    }

    public void add(List<Integer> all) {
        all.parallelStream().forEach(score -> {
            synchronized (lock) {
                scores.add(score);
            }
        });
    }

    public void count(Stream<Integer> all) {
        synchronized (lock) {
            all.sequential().forEach(score -> asked += score);
        }
    }

    // The last choice counts for the whole stream.
    public void together(List<Integer> all) {
        synchronized (lock) {
            all.parallelStream().map(score -> score + asked++).sequential().forEach(score -> limit += 1);
        }
    }
}
