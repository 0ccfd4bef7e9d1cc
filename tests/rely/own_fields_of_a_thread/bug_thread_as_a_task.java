// Another thread runs the thread object as its task.

package rely.own_fields_of_a_thread.bug_thread_as_a_task;

class Counter extends Thread {
    //@ writable_if tid == this
    private int count;

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
        Runnable task = counter;
        Thread other = new Thread(task);
        other.start();
        counter.start();
    }
}
