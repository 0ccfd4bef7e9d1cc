// lib: base
// Vectors are built by the functions of the library.

procedure Two() returns (v: Vec int)
  ensures Vec_Len(v) == 2;
{
  v := Vec_Append(Vec_Append(Vec_Empty(), 1), 2);
}

procedure Read(v: Vec int) returns (n: int)
  ensures 0 <= n;
{
  n := v->len;
}
