/** A container whose counter may fall: main changes a job that runs. However many jobs increment it. */
class Container {
    //@ env_assumption \old(counter) <= counter
    //@ unwritable_by_env_if holder == tid
    int counter;
}

class Job extends Thread {
    //@ global_invariant this.start ==> objref != null
    //@ unwritable_by_env_if tid == main || objref != null
    Container objref;

    public final void run() {
        for (;;) {
            synchronized (objref) {
                // Without this test the counter would wrap around.
                if (objref.counter < Integer.MAX_VALUE) {
                    objref.counter = objref.counter + 1;
                }
            }
        }
    }
}

class Apprentice {
    public static void main(String[] args) {
        Container container = new Container();
        Container bogus = new Container();
        for (;;) {
            Job job = new Job();
            job.objref = container;
            job.start();
            job.objref = bogus;
        }
    }
}
