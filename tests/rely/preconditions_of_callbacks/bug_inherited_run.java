// A class below makes a task of a method whose own class is none.

package rely.preconditions_of_callbacks.bug_inherited_run;

class Step {
    volatile int count;

    //@ requires holder == tid
//      ^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
    public void run() {
        count = 1;
    }
}

class Task extends Step implements Runnable {
    public static void main(String[] args) {
        new Thread(new Task()).start();
    }
}
