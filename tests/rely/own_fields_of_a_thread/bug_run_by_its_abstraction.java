// The main thread calls `run` of the thread that it has started.

package rely.own_fields_of_a_thread.bug_run_by_its_abstraction;

class Counter extends Thread {
    //@ writable_if tid == this
    private int count;

    //@ modifies this.count
    @Override
    public void run() {
        int first = count;
        int second = count;
        assert first == second;
//      ^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        count = first + 1;
//      ^^^^^^^^^^^^^^^^^ write-not-allowed
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        counter.start();
        counter.run();
    }
}
