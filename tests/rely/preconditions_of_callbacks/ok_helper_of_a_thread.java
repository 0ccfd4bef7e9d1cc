// What nobody but the program calls, the program proves: a helper of a thread may require that the thread itself calls.

package rely.preconditions_of_callbacks.ok_helper_of_a_thread;

class CountingThread extends Thread {
    //@ writable_if tid == this
    private int rounds;
    private final String label;

    CountingThread(String label) {
        this.label = "thread " + label;
    }

    @Override
    public void run() {
        for (int i = 0; i < 3; i++) {
            count(i);
        }
    }

    //@ requires tid == this && step >= 0
    //@ modifies this.rounds
    private void count(int step) {
        int before = rounds;
        rounds = step;
        //@ assert rounds == step
        System.out.println(label + before);
    }
}

class CountingThreads {
    public static void main(String[] args) throws InterruptedException {
        CountingThread thread = new CountingThread("one");
        thread.start();
        thread.setName("counts");
        thread.join();
    }
}
