// Any thread may call `main`.

package rely.statics.bug_main_is_called_by_others;

class Program {
    //@ writable_if tid == main
    static int count;

    //@ modifies count
    public static void main(String[] args) {
        int first = count;
        int second = count;
        assert first == second;
//      ^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        count = first + 1;
//      ^^^^^^^^^^^^^^^^^ write-not-allowed
    }
}

class Other extends Thread {
    @Override
    public void run() {
        Program.main(null);
    }
}
