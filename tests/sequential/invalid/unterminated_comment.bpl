// A block comment that is never closed: comments nest, so the inner end closes only the inner one.
// Everything up to the end of the file is part of it.

procedure P();

/* outer /* inner */ still a comment
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ syntax
