// A function that code which is not seen runs takes locks in the same order as everybody, or none.

package locks.unseen_code.ok_functions;

import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.stream.Collectors;

class Stock {
    private static final Logger LOG = Logger.getLogger("stock");
    private final Object outer = new Object();
    private final Object inner = new Object();
    private int count;
    private final Map<String, String> names = new TreeMap<>();

    public void change() {
        synchronized (outer) {
            LOG.info(() -> text());
        }
    }

    private String text() {
        synchronized (inner) {
            return "stock";
        }
    }

    public void both() {
        synchronized (outer) {
            synchronized (inner) {
                count++;
            }
        }
    }

    public Map<String, Integer> lengths() {
        synchronized (outer) {
            return names.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().length()));
        }
    }
}
