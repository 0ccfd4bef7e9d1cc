// At each instance, its sorts: this one is about integers.
function {:builtin "/"} Quotient<T>(x: T, y: T): T;

procedure P()
{
  assert Quotient(6.0, 2.0) == 3.0;
  assert Quotient(1, 2) * 2 == 1;
//       ^^^^^^^^^^^^^^ unsupported
}
