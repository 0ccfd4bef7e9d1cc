// The message is changed when it belongs to the receiver.

package rely.ownership_transfer.bug_written_after_sending;

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
        Message message = new Message();
        //@ set message.owner = tid
        message.text = text;
        put(message);
        message.text = 0; // not ours any more
//      ^^^^^^^^^^^^^^^^ write-not-allowed
    }

    //@ requires Mailbox.class.holder != tid
    public static int receive() throws InterruptedException {
        Message message = take();
        message.text++;
        return message.text;
    }
}
