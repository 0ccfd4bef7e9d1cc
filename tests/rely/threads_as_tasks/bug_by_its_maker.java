// A thread is made as a task, and run by two others.

package rely.threads_as_tasks.bug_by_its_maker;

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
    Runnable make();
}

class WorkerMaker implements Maker {
    public Worker make() {
        return new Worker();
    }
}

class Start {
    public static void main(String[] args) {
        Maker maker = new WorkerMaker();
        Runnable task = maker.make();
        new Thread(task).start();
        new Thread(task).start();
    }
}
