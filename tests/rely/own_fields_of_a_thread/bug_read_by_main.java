// The main thread looks at what belongs to the worker.

package rely.own_fields_of_a_thread.bug_read_by_main;

class Worker extends Thread {
    //@ writable_if tid == this
    //@ readable_if tid == this
    //@ unwritable_by_env_if tid == this
    int done;

    @Override
    public void run() {
        while (done < 1000) {
            int before = done;
            done = before + 1;
            //@ assert done == before + 1
        }
    }
}

class Main {
    public static void main(String[] args) {
        Worker worker = new Worker();
        worker.start();
        int seen = worker.done;
//                 ^^^^^^^^^^^ read-not-allowed
    }
}
