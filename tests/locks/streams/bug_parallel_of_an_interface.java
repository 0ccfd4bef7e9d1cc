// Whoever implements the interface may make a parallel stream.

package locks.streams.bug_parallel_of_an_interface;

import java.util.stream.Stream;
import net.jcip.annotations.GuardedBy;

interface Source {
    Stream<Integer> values();
}

class Sum {
    @GuardedBy("this") private int total;

    public synchronized void add(Source source) {
        source.values().forEach(value -> total += value);
//                                       ^^^^^^^^^^^^^^ guarded-access
    }

    public synchronized void addInTurn(Source source) {
        source.values().sequential().forEach(value -> total += value);
    }
}
