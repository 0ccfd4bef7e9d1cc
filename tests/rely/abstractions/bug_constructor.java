// What a constructor ensures is said of the object that it makes.

package rely.abstractions.bug_constructor;

class Point {
    final int x;

    //@ ensures this.x == x
    Point(int x) {
        this.x = x;
    }
}

class Plan {
    public static void main(String[] args) {
        Point point = new Point(5);
        assert point.x == 4;
//      ^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
