// A reader of the library reads from one of the program.

package rely.shown_to_callbacks.bug_read_by_a_reader;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Tape extends Reader {
    public int read(char[] text, int offset, int length) {
        Gauge.set(9);
        return -1;
    }

    public void close() {
    }
}

@ThreadSafe
class Gauge {
    @GuardedBy("Gauge.class") private static int level;

    static synchronized void set(int value) {
        level = value;
    }

    public static synchronized void use() throws IOException {
        BufferedReader reader = new BufferedReader(new Tape());
//                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
        level = 1;
        reader.readLine();
        assert level == 1;
    }
}
