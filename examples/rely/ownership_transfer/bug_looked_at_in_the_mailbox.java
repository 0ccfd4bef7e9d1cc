// The message is read while it is nobody's.

package rely.ownership_transfer.bug_looked_at_in_the_mailbox;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Message {
    //@ ghost Thread owner
    //@ env_assumption \old(owner) == tid ==> owner == tid
    //@ env_assumption \old(owner) != tid ==> owner != tid
    //@ readable_if owner == tid
    //@ unwritable_by_env_if owner == tid
    int text;
}

@ThreadSafe
class Mailbox {
    //@ global_invariant Mailbox.class.holder == null && slot != null ==> slot.owner == null
    //@ env_assumption Mailbox.class.holder == tid && slot != null ==> slot.owner == \old(slot.owner)
    @GuardedBy("Mailbox.class") private static Message slot;

    //@ requires message != null && message.owner == tid
    private static synchronized void put(Message message) throws InterruptedException {
        //@ loop_invariant slot != null ==> slot.owner == null
        while (slot != null) {
            Mailbox.class.wait();
        }
        slot = message;
        //@ set message.owner = null
        Mailbox.class.notifyAll();
    }

    private static synchronized Message take() throws InterruptedException {
        //@ loop_invariant slot != null ==> slot.owner == null
        while (slot == null) {
            Mailbox.class.wait();
        }
        Message message = slot;
        //@ set message.owner = tid
        slot = null;
        Mailbox.class.notifyAll();
        return message;
    }

    //@ requires Mailbox.class.holder != tid
    public static void send(int text) throws InterruptedException {
        look();
        Message message = new Message();
        //@ set message.owner = tid
        message.text = text;
        put(message);
    }

    private static synchronized int look() {
        return slot == null ? 0 : slot.text;
//                                ^^^^^^^^^ read-not-allowed
    }

    //@ requires Mailbox.class.holder != tid
    public static int receive() throws InterruptedException {
        Message message = take();
        message.text++;
        return message.text;
    }
}
