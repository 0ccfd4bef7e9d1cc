// At the largest number the counter falls.

package rely.apprentice.bug_overflow;

class Container {
    //@ env_assumption \old(counter) <= counter
    //@ unwritable_by_env_if holder == tid
    int counter;
}

class Job extends Thread {
    //@ global_invariant this.start ==> objref != null
    //@ unwritable_by_env_if tid == main || objref != null
    Container objref;

    @Override
    public final void run() {
        for (;;) {
            synchronized (objref) {
                objref.counter = objref.counter + 1;
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ environment
            }
        }
    }
}

class Apprentice {
    public static void main(String[] args) {
        Container container = new Container();
        for (;;) {
            Job job = new Job();
            job.objref = container;
            job.start();
        }
    }
}
