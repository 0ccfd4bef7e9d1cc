// Only the class itself, which is initialised before, uses those below.

package locks.order_of_initialisers.ok_only_inside;

class Shape {
    private static final Shape UNIT = new Circle();
    private int uses;

    public static Shape make(boolean isUnit) {
        Runnable hint = () -> new Circle();
        hint.run();
        return isUnit ? UNIT : new Circle();
    }

    public synchronized void use() {
        uses++;
    }

    private static class Circle extends Shape {
    }
}
