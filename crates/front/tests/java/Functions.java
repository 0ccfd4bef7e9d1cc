import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Lambdas, method references, generics and tasks. */
class Functions {
    private final Map<String, List<Item>> items = new HashMap<>();
    private int hits;

    static class Item {
        int weight;
        Item next;

        Item(int weight) {
            this.weight = weight;
        }

        int weight() {
            return weight;
        }

        static int twice(Item item) {
            return 2 * item.weight;
        }
    }

    void tasks() throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(this::hit);
        pool.submit(() -> hit());
        Future<Integer> answer = pool.submit(() -> hits + 1);
        Callable<String> named = () -> {
            hit();
            return "done";
        };
        Future<String> word = pool.submit(named);
        hits = answer.get() + word.get().length();
        Thread thread = new Thread(() -> {
            synchronized (Functions.this) {
                hits++;
            }
        });
        thread.start();
        thread.join();
        pool.shutdown();
    }

    void hit() {
        hits++;
    }

    int generics(String key, int weight) {
        items.computeIfAbsent(key, k -> new ArrayList<>()).add(new Item(weight));
        int sum = items.get(key).get(0).next.weight;
        for (Map.Entry<String, List<Item>> entry : items.entrySet()) {
            for (Item item : entry.getValue()) sum += item.weight;
        }
        Function<Item, Integer> f = Item::weight;
        Function<Item, Integer> g = Item::twice;
        Function<Integer, Item> make = Item::new;
        var made = make.apply(sum);
        sum += f.apply(made) + g.apply(made);
        return first(items.get(key)).weight + sum
            + items.get(key).stream().filter(i -> i.weight > 3).map(i -> i.next).mapToInt(i -> i.weight).sum();
    }

    static <T> T first(List<T> list) {
        return list.isEmpty() ? null : list.get(0);
    }
}
