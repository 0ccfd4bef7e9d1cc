// The limit changes while the thread divides by it.

package rely.initialised_by_main.bug_changed_while_running;

class Task extends Thread {
    //@ global_invariant this.start ==> limit > 0
    //@ writable_if tid == main && !this.start
    int limit;

    @Override
    public void run() {
        //@ assert limit > 0
        int share = 100 / limit;
        for (int i = 0; i < share; i++) {
            Thread.yield();
        }
    }
}

class Main {
    public static void main(String[] args) {
        Task task = new Task();
        task.limit = 5;
        task.start();
        task.limit = 6;
//      ^^^^^^^^^^^^^^ write-not-allowed
    }
}
