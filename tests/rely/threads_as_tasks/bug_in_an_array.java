// An array of threads is an array of tasks.

package rely.threads_as_tasks.bug_in_an_array;

class Worker extends Thread {
    //@ writable_if tid == this
    int progress;

    public void run() {
        progress = 1;
//      ^^^^^^^^^^^^ write-not-allowed
        progress = 2;
        int seen = progress;
        assert seen == 2;
    }
}

interface Maker {
    Worker make();
}

class WorkerMaker implements Maker {
    public Worker make() {
        return new Worker();
    }
}

class Start {
    public static void main(String[] args) {
        Maker maker = new WorkerMaker();
        Worker[] workers = {maker.make()};
        Runnable[] tasks = workers;
        new Thread(tasks[0]).start();
        new Thread(tasks[0]).start();
    }
}
