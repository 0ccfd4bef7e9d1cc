// Wrong: two tasks write the field of one shared object without a lock.

package siblings.static_and_threads.bug_two_lambdas;

class Box {
    int v;

    public static void main(String[] args) {
        Box box = new Box();
        Runnable r = () -> {
            box.v++;
        };
        new Thread(r).start();
        new Thread(r).start();
    }
}
