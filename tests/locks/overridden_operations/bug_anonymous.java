// A class without a name does less than the class above promises.

package locks.overridden_operations.bug_anonymous;

class Mutex {
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}


class User {
    private final Mutex mutex;

    User(Mutex mutex) {
        this.mutex = mutex;
    }

    public void use() throws InterruptedException {
        mutex.enter();
//      ^^^^^^^^^^^^^ lock-not-released
        try {
            System.out.println();
        } finally {
            mutex.leave();
        }
    }
}

class Users {
    User make() {
        return new User(new Mutex() {
//                          ^^^^^ lock-unknown
            @Override
            public void leave() {
//                      ^^^^^ lock-unknown
            }
        });
    }
}
