// Right: written before the only other thread starts; nobody writes afterwards.

package siblings.static_and_threads.ok_written_before_start;

class Config {
    static int size;

    public static void main(String[] args) {
        size = 4;
        new Thread(() -> System.out.println(size)).start();
        System.out.println(size);
    }
}
