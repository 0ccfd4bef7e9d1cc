// The variable is hidden at layer 1.

var {:layer 0, 1} x: int;

yield invariant {:layer 2} Positive();
preserves x > 0;
//        ^ layers
