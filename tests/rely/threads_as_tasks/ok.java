// Each thread runs itself, so the field that only it writes stays as it is.

package rely.threads_as_tasks.ok;

class Worker extends Thread {
    //@ writable_if tid == this
    int progress;

    public void run() {
        progress = 1;
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
        maker.make().start();
    }
}
