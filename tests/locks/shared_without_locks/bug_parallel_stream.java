// The threads of a parallel stream count together.

package locks.shared_without_locks.bug_parallel_stream;

import java.util.List;

class Words {
    private int letters;

    public int count(List<String> words) {
        words.parallelStream().forEach(word -> letters += word.length());
//                                              ^^^^ lock-unknown
        return letters;
    }
}
