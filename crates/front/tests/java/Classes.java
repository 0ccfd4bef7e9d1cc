import java.util.function.Supplier;

/** Classes of every kind, and what they capture. */
class Classes {
    static int count = 1;
    static final int[] TABLE = {1, 2, 3};
    int own = 5;

    static {
        count = count + TABLE.length;
    }

    {
        own++;
    }

    Classes() {
        this(1);
        own += 1;
    }

    Classes(int start) {
        own = start;
    }

    class Inner {
        int sum() {
            return own + Classes.this.own;
        }

        class Deep {
            int all() {
                return own + sum();
            }
        }
    }

    static class Sub extends Classes {
        Sub() {
            super(3);
        }

        @Override
        public String toString() {
            return "Sub" + super.toString() + own;
        }
    }

    interface Shape {
        double area();

        default boolean isEmpty() {
            return area() == 0;
        }

        static Shape none() {
            return () -> 0;
        }
    }

    record Square(double side) implements Shape {
        Square {
            if (side < 0) throw new IllegalArgumentException();
        }

        public double area() {
            return side * side;
        }
    }

    enum Op {
        ADD {
            int apply(int a, int b) {
                return a + b;
            }
        },
        NEGATE(true) {
            int apply(int a, int b) {
                return -a;
            }
        };

        private final boolean unary;

        Op() {
            this(false);
        }

        Op(boolean unary) {
            this.unary = unary;
        }

        abstract int apply(int a, int b);
    }

    int local(int bonus) {
        class Adder {
            int add(int x) {
                return x + bonus + own;
            }

            Adder again() {
                return new Adder();
            }
        }
        Shape shape = new Shape() {
            final int extra = bonus;

            public double area() {
                return extra + new Adder().add(own);
            }
        };
        Inner inner = new Inner();
        Inner.Deep deep = inner.new Deep();
        return new Adder().again().add(deep.all()) + (int) shape.area();
    }

    int dispatch(Shape shape, Op op) {
        String text = "shape " + this + shape.isEmpty();
        return op.apply((int) shape.area(), text.length());
    }

    Supplier<Supplier<Integer>> nested(int a) {
        return () -> () -> a + own;
    }
}
