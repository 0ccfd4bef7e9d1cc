// The ring gets a second producer when the first one is at work.

package rely.two_threads_one_ring.bug_two_producers;

class Ring {
    final int[] slots = new int[4];

    //@ env_assumption \old(producer) != null ==> producer == \old(producer)
    Thread producer;
    //@ env_assumption \old(consumer) != null ==> consumer == \old(consumer)
    Thread consumer;

    //@ env_assumption \old(put) <= put
    //@ unwritable_by_env_if producer == tid
    volatile int put;

    //@ env_assumption \old(taken) <= taken
    //@ unwritable_by_env_if consumer == tid
    volatile int taken;

    //@ global_invariant slots.length == 4
    //@ global_invariant 0 <= taken && taken <= put && put <= taken + 4 && put <= 2147483643
}

class Producer extends Thread {
    //@ global_invariant this.start ==> ring != null && ring.producer == this
    private final Ring ring;

    Producer(Ring ring) {
        this.ring = ring;
    }

    @Override
    public void run() {
        while (true) {
            int at = ring.put;
            if (at < 2147483643 && at < ring.taken + 4) {
                ring.slots[at % 4] = at;
                ring.put = at + 1;
            }
        }
    }
}

class Consumer extends Thread {
    //@ global_invariant this.start ==> ring != null && ring.consumer == this
    private final Ring ring;
    private int sum;

    Consumer(Ring ring) {
        this.ring = ring;
    }

    @Override
    public void run() {
        while (true) {
            int at = ring.taken;
            if (at < ring.put) {
                sum += ring.slots[at % 4];
                ring.taken = at + 1;
            }
        }
    }
}

class Main {
    public static void main(String[] args) {
        Ring ring = new Ring();
        Producer producer = new Producer(ring);
        Consumer consumer = new Consumer(ring);
        ring.producer = producer;
        ring.consumer = consumer;
        producer.start();
        consumer.start();
        ring.producer = new Producer(ring);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
    }
}
