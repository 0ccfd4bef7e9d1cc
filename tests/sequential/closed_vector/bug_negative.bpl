// lib: base
// A vector of negative length would contradict the library's axioms.

procedure Constructed() {
  var v: Vec int;
  v := Vec(MapConst(0), -1);
//     ^^^^^^^^^^^^^^^^^^^^ type
  assert false;
}

procedure Updated(w: Vec int) {
  var v: Vec int;
  v := w->(len := -1);
//     ^^^^^^^^^^^^^^ type
  assert false;
}
