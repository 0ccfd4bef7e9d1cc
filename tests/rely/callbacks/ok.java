// What the library calls back looks and changes nothing: a text is made, keys are compared.

package rely.callbacks.ok;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station implements Comparable<Station> {
    private final int number;
    @GuardedBy("this") private int trains;
    @GuardedBy("this") private final Map<Station, String> next = new HashMap<>();
    @GuardedBy("this") private final TreeSet<Station> all = new TreeSet<>();

    Station(int number) {
        this.number = number;
    }

    @Override
    public synchronized String toString() {
        return "station with " + trains;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Station && ((Station) other).number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public int compareTo(Station other) {
        return Integer.compare(number, other == null ? 0 : other.number);
    }

    public synchronized String arrive() {
        trains = 1;
        String text = String.valueOf(this) + String.format("%s", this);
        next.put(this, text);
        all.add(this);
        //@ assert trains == 1
        return text;
    }
}
