// The object may be given up while a method of it runs, and then its finaliser runs beside that.

package locks.finalizers.bug_field;

class Handle {
    private int uses;

    public void use() {
        uses++;
//      ^^^^ lock-unknown
    }

    @Override
    protected void finalize() {
        uses = 0;
    }
}
