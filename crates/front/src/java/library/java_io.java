package java.io;

@ThreadSafe
public class PrintStream {
    @Content @Functions public PrintStream(OutputStream out) { }
    @Output public void print(boolean value);
    @Output public void println(boolean value);
    @Output public void print(char value);
    @Output public void println(char value);
    @Output public void print(int value);
    @Output public void println(int value);
    @Output public void print(long value);
    @Output public void println(long value);
    @Output public void print(float value);
    @Output public void println(float value);
    @Output public void print(double value);
    @Output public void println(double value);
    @Output public void print(String value);
    @Output public void println(String value);
    @Output @Text public void print(Object value);
    @Output @Text public void println(Object value);
    @Output public void print(char[] value);
    @Output public void println(char[] value);
    @Output public void println();
    @Output @Text @NoFormat @NotNull public PrintStream printf(String format, Object... args)
        throws IllegalArgumentException;
    @Output @Text @NoFormat @NotNull public PrintStream format(String format, Object... args)
        throws IllegalArgumentException;
    @Output @Text @Content @NotNull public PrintStream append(CharSequence text);
    @Output public void write(int value);
    @Output public void flush();
    @Output public void close();
}

@NotThreadSafe
public class PrintWriter extends Writer {
    @Content @Functions public PrintWriter(Writer out) { }
    @Content @Functions public PrintWriter(OutputStream out) { }
    @Content @Functions public PrintWriter(OutputStream out, boolean flushes) { }
    @Content @Functions public PrintWriter(Writer out, boolean flushes) { }
    public void print(boolean value);
    public void println(boolean value);
    public void print(char value);
    public void println(char value);
    public void print(int value);
    public void println(int value);
    public void print(long value);
    public void println(long value);
    public void print(float value);
    public void println(float value);
    public void print(double value);
    public void println(double value);
    public void print(String value);
    public void println(String value);
    @Text public void print(Object value);
    @Text public void println(Object value);
    public void println();
    @Text @NoFormat @NotNull public PrintWriter printf(String format, Object... args) throws IllegalArgumentException;
}

@Depends
public interface Closeable extends AutoCloseable {
    @Given void close() throws IOException;
}

@Depends
public interface Flushable {
    @Given void flush() throws IOException;
}

@Depends
public interface Serializable {
}

@NotThreadSafe
public abstract class InputStream implements Closeable {
    public int read() throws IOException;
    public int read(byte[] buffer) throws IOException;
    public int read(byte[] buffer, int offset, int length) throws IOException, IndexOutOfBoundsException;
    public int available() throws IOException;
    public void close() throws IOException;
}

@NotThreadSafe
public abstract class OutputStream implements Closeable, Flushable {
    public void write(int value) throws IOException;
    public void write(byte[] buffer) throws IOException;
    public void write(byte[] buffer, int offset, int length) throws IOException, IndexOutOfBoundsException;
    public void flush() throws IOException;
    public void close() throws IOException;
}

@NotThreadSafe
public class ByteArrayOutputStream extends OutputStream {
    public ByteArrayOutputStream() { }
    @Read @NotNull public byte[] toByteArray();
    @Read public int size();
    public void reset();
}

@NotThreadSafe
public abstract class Reader implements Closeable {
    public int read() throws IOException;
    public int read(char[] buffer) throws IOException;
    public int read(char[] buffer, int offset, int length) throws IOException, IndexOutOfBoundsException;
    @Negative public long skip(long count) throws IOException, IllegalArgumentException;
    public boolean ready() throws IOException;
    public void close() throws IOException;
}

@NotThreadSafe
public class InputStreamReader extends Reader {
    @Content @Functions public InputStreamReader(InputStream in) { }
}

@NotThreadSafe
public class BufferedReader extends Reader {
    @Content @Functions public BufferedReader(Reader in) { }
    public String readLine() throws IOException;
    public boolean ready() throws IOException;
}

@NotThreadSafe
public abstract class Writer implements Closeable, Flushable {
    public void write(int value) throws IOException;
    public void write(char[] text) throws IOException;
    public void write(char[] text, int offset, int length) throws IOException, IndexOutOfBoundsException;
    public void write(String text) throws IOException;
    public void write(String text, int offset, int length) throws IOException, IndexOutOfBoundsException;
    @Text @Content @NotNull public Writer append(CharSequence text) throws IOException;
    public void flush() throws IOException;
    public void close() throws IOException;
}

@NotThreadSafe
public class StringWriter extends Writer {
    public StringWriter() { }
    @Read public String toString();
}

@Immutable
public class IOException extends Exception {
    public IOException() { }
    public IOException(String message) { }
    public IOException(String message, Throwable cause) { }
    @Text @Content public IOException(Throwable cause) { }
}

@Immutable
public class UncheckedIOException extends RuntimeException {
    public UncheckedIOException() { }
    public UncheckedIOException(String message) { }
    public UncheckedIOException(String message, Throwable cause) { }
    @Text @Content public UncheckedIOException(Throwable cause) { }
}

@Immutable
public class FileNotFoundException extends IOException {
    public FileNotFoundException() { }
    public FileNotFoundException(String message) { }
    public FileNotFoundException(String message, Throwable cause) { }
    @Text @Content public FileNotFoundException(Throwable cause) { }
}

@Immutable
public class EOFException extends IOException {
    public EOFException() { }
    public EOFException(String message) { }
    public EOFException(String message, Throwable cause) { }
    @Text @Content public EOFException(Throwable cause) { }
}
