package java.lang;

@Immutable
public class Throwable {
    public Throwable() { }
    public Throwable(String message) { }
    public Throwable(String message, Throwable cause) { }
    @Text @Content public Throwable(Throwable cause) { }
    @Write @Constructors @NotNull public synchronized Throwable fillInStackTrace();
    public String getMessage();
    public String getLocalizedMessage();
    public Throwable getCause();
    @Write public Throwable initCause(Throwable cause);
    @Write public final void addSuppressed(Throwable suppressed);
    @Fresh public final Throwable[] getSuppressed();
    @Output @Text public void printStackTrace();
    @Fresh public StackTraceElement[] getStackTrace();
    @Fresh @Text @NotNull public String toString();
}

@Immutable
public class Exception extends Throwable {
    public Exception() { }
    public Exception(String message) { }
    public Exception(String message, Throwable cause) { }
    @Text @Content public Exception(Throwable cause) { }
}

@Immutable
public class Error extends Throwable {
    public Error() { }
    public Error(String message) { }
    public Error(String message, Throwable cause) { }
    @Text @Content public Error(Throwable cause) { }
}

@Immutable
public class RuntimeException extends Exception {
    public RuntimeException() { }
    public RuntimeException(String message) { }
    public RuntimeException(String message, Throwable cause) { }
    @Text @Content public RuntimeException(Throwable cause) { }
}

@Immutable
public class InterruptedException extends Exception {
    public InterruptedException() { }
    public InterruptedException(String message) { }
    public InterruptedException(String message, Throwable cause) { }
    @Text @Content public InterruptedException(Throwable cause) { }
}

@Immutable
public class CloneNotSupportedException extends Exception {
    public CloneNotSupportedException() { }
    public CloneNotSupportedException(String message) { }
    public CloneNotSupportedException(String message, Throwable cause) { }
    @Text @Content public CloneNotSupportedException(Throwable cause) { }
}

@Immutable
public class ReflectiveOperationException extends Exception {
    public ReflectiveOperationException() { }
    public ReflectiveOperationException(String message) { }
    public ReflectiveOperationException(String message, Throwable cause) { }
    @Text @Content public ReflectiveOperationException(Throwable cause) { }
}

@Immutable
public class ClassNotFoundException extends ReflectiveOperationException {
    public ClassNotFoundException() { }
    public ClassNotFoundException(String message) { }
    public ClassNotFoundException(String message, Throwable cause) { }
    @Text @Content public ClassNotFoundException(Throwable cause) { }
}

@Immutable
public class IllegalArgumentException extends RuntimeException {
    public IllegalArgumentException() { }
    public IllegalArgumentException(String message) { }
    public IllegalArgumentException(String message, Throwable cause) { }
    @Text @Content public IllegalArgumentException(Throwable cause) { }
}

@Immutable
public class IllegalStateException extends RuntimeException {
    public IllegalStateException() { }
    public IllegalStateException(String message) { }
    public IllegalStateException(String message, Throwable cause) { }
    @Text @Content public IllegalStateException(Throwable cause) { }
}

@Immutable
public class IllegalMonitorStateException extends RuntimeException {
    public IllegalMonitorStateException() { }
    public IllegalMonitorStateException(String message) { }
    public IllegalMonitorStateException(String message, Throwable cause) { }
    @Text @Content public IllegalMonitorStateException(Throwable cause) { }
}

@Immutable
public class NullPointerException extends RuntimeException {
    public NullPointerException() { }
    public NullPointerException(String message) { }
    public NullPointerException(String message, Throwable cause) { }
    @Text @Content public NullPointerException(Throwable cause) { }
}

@Immutable
public class IndexOutOfBoundsException extends RuntimeException {
    public IndexOutOfBoundsException() { }
    public IndexOutOfBoundsException(String message) { }
    public IndexOutOfBoundsException(String message, Throwable cause) { }
    @Text @Content public IndexOutOfBoundsException(Throwable cause) { }
    public IndexOutOfBoundsException(int index) { }
}

@Immutable
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
    public ArrayIndexOutOfBoundsException() { }
    public ArrayIndexOutOfBoundsException(String message) { }
    public ArrayIndexOutOfBoundsException(String message, Throwable cause) { }
    @Text @Content public ArrayIndexOutOfBoundsException(Throwable cause) { }
    public ArrayIndexOutOfBoundsException(int index) { }
}

@Immutable
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
    public StringIndexOutOfBoundsException() { }
    public StringIndexOutOfBoundsException(String message) { }
    public StringIndexOutOfBoundsException(String message, Throwable cause) { }
    @Text @Content public StringIndexOutOfBoundsException(Throwable cause) { }
    public StringIndexOutOfBoundsException(int index) { }
}

@Immutable
public class NegativeArraySizeException extends RuntimeException {
    public NegativeArraySizeException() { }
    public NegativeArraySizeException(String message) { }
    public NegativeArraySizeException(String message, Throwable cause) { }
    @Text @Content public NegativeArraySizeException(Throwable cause) { }
}

@Immutable
public class ArithmeticException extends RuntimeException {
    public ArithmeticException() { }
    public ArithmeticException(String message) { }
    public ArithmeticException(String message, Throwable cause) { }
    @Text @Content public ArithmeticException(Throwable cause) { }
}

@Immutable
public class ClassCastException extends RuntimeException {
    public ClassCastException() { }
    public ClassCastException(String message) { }
    public ClassCastException(String message, Throwable cause) { }
    @Text @Content public ClassCastException(Throwable cause) { }
}

@Immutable
public class ArrayStoreException extends RuntimeException {
    public ArrayStoreException() { }
    public ArrayStoreException(String message) { }
    public ArrayStoreException(String message, Throwable cause) { }
    @Text @Content public ArrayStoreException(Throwable cause) { }
}

@Immutable
public class UnsupportedOperationException extends RuntimeException {
    public UnsupportedOperationException() { }
    public UnsupportedOperationException(String message) { }
    public UnsupportedOperationException(String message, Throwable cause) { }
    @Text @Content public UnsupportedOperationException(Throwable cause) { }
}

@Immutable
public class SecurityException extends RuntimeException {
    public SecurityException() { }
    public SecurityException(String message) { }
    public SecurityException(String message, Throwable cause) { }
    @Text @Content public SecurityException(Throwable cause) { }
}

@Immutable
public class NumberFormatException extends IllegalArgumentException {
    public NumberFormatException() { }
    public NumberFormatException(String message) { }
    public NumberFormatException(String message, Throwable cause) { }
    @Text @Content public NumberFormatException(Throwable cause) { }
}

@Immutable
public class IllegalThreadStateException extends IllegalArgumentException {
    public IllegalThreadStateException() { }
    public IllegalThreadStateException(String message) { }
    public IllegalThreadStateException(String message, Throwable cause) { }
    @Text @Content public IllegalThreadStateException(Throwable cause) { }
}

@Immutable
public class AssertionError extends Error {
    public AssertionError() { }
    public AssertionError(String message) { }
    public AssertionError(String message, Throwable cause) { }
    @Text @Content public AssertionError(Throwable cause) { }
    public AssertionError(Object detail) { }
}

@Immutable
public class OutOfMemoryError extends VirtualMachineError {
    public OutOfMemoryError() { }
    public OutOfMemoryError(String message) { }
    public OutOfMemoryError(String message, Throwable cause) { }
    @Text @Content public OutOfMemoryError(Throwable cause) { }
}

@Immutable
public class VirtualMachineError extends Error {
    public VirtualMachineError() { }
    public VirtualMachineError(String message) { }
    public VirtualMachineError(String message, Throwable cause) { }
    @Text @Content public VirtualMachineError(Throwable cause) { }
}

@Immutable
public class StackOverflowError extends VirtualMachineError {
    public StackOverflowError() { }
    public StackOverflowError(String message) { }
    public StackOverflowError(String message, Throwable cause) { }
    @Text @Content public StackOverflowError(Throwable cause) { }
}

@Immutable
public class LinkageError extends Error {
    public LinkageError() { }
    public LinkageError(String message) { }
    public LinkageError(String message, Throwable cause) { }
    @Text @Content public LinkageError(Throwable cause) { }
}

@Immutable
public class ExceptionInInitializerError extends LinkageError {
    public ExceptionInInitializerError() { }
    public ExceptionInInitializerError(String message) { }
    public ExceptionInInitializerError(String message, Throwable cause) { }
    @Text @Content public ExceptionInInitializerError(Throwable cause) { }
}

@Immutable
public class InternalError extends VirtualMachineError {
    public InternalError() { }
    public InternalError(String message) { }
    public InternalError(String message, Throwable cause) { }
    @Text @Content public InternalError(Throwable cause) { }
}
