// Both guards have a lock of their own, and one number.

package locks.locks_not_known.bug_two_owners;

class Number {
    int n;
}

class Guard {
    private final Object lock = new Object();
    private final Number number;

    Guard(Number number) {
        this.number = number;
    }

    void raise() {
        synchronized (lock) {
            number.n++;
//          ^^^^^^^^ lock-unknown
        }
    }
}

class Program {
    public static void main(String[] args) throws InterruptedException {
        Number number = new Number();
        Guard one = new Guard(number);
        Guard other = new Guard(number);
        Thread first = new Thread(() -> one.raise());
        Thread second = new Thread(() -> other.raise());
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
