// The consumer sets the index of the producer back.

package rely.two_threads_one_ring.bug_two_writers;

class Ring {
    static final int SIZE = 4;
    final int[] slots = new int[SIZE];

    //@ global_invariant slots.length == 4
    //@ global_invariant 0 <= taken && taken <= put && put <= taken + 4

    //@ unwritable_by_env_if tid instanceof Producer
    //@ writable_if tid instanceof Producer
    volatile int put;

    //@ unwritable_by_env_if tid instanceof Consumer
    //@ writable_if tid instanceof Consumer
    volatile int taken;
}

class Producer extends Thread {
    private final Ring ring;

    //@ requires ring != null
    Producer(Ring ring) {
        this.ring = ring;
    }

    //@ global_invariant ring != null

    @Override
    public void run() {
        while (true) {
            int at = ring.put;
            if (at < Integer.MAX_VALUE - 4 && at < ring.taken + 4) {
                ring.slots[at % 4] = at;
                ring.put = at + 1;
            }
        }
    }
}

class Consumer extends Thread {
    private final Ring ring;
    private int sum;

    //@ requires ring != null
    Consumer(Ring ring) {
        this.ring = ring;
    }

    //@ global_invariant ring != null

    @Override
    public void run() {
        while (true) {
            int at = ring.taken;
            if (at < ring.put) {
                sum += ring.slots[at % 4];
                ring.put = at; // not ours
//              ^^^^^^^^^^^^^ write-not-allowed
                ring.taken = at + 1;
            }
        }
    }
}

class Main {
    public static void main(String[] args) {
        Ring ring = new Ring();
        new Producer(ring).start();
        new Consumer(ring).start();
    }
}
