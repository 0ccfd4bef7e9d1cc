// The array is final, its elements are not.

package rely.content_of_final_fields.bug_array;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Days {
    private final int[] days = new int[7];

    public void count(int day) {
        if (day >= 0 && day < 7) {
            days[day]++;
//          ^^^^^^^^^^^ unprotected-content
        }
    }
}
