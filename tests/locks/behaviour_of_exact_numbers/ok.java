// Sums in properties have no end: they are the numbers of mathematics, on whatever side of 64 bits.

package locks.behaviour_of_exact_numbers.ok;

class Mutex {
    //@ property past_the_end: AG(9223372036854775807 + 1 == 9223372036854775808)
    //@ property below_the_end: AG(-9223372036854775808 - 1 < -9223372036854775808)
    //@ property twice_the_least: AG(0 - -9223372036854775808 == 9223372036854775808)
    //@ property back_again: AG(count{m} + 9223372036854775807 - 9223372036854775807 <= 1)
    //@ property there_and_back: AG(last + 1 > last && last - 1 < last)
    private boolean busy;
    private long last = 9223372036854775807L;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
        last = 9223372036854775807L;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        last = 9223372036854775807L;
        notifyAll();
    }
}
