// A string literal is its characters; the escapes of SMT-LIB, and no others, stand for one character.
function {:builtin "str.len"} Length(s: string): int;
function {:builtin "str.++"} Join(s: string, t: string): string;

procedure P()
{
  assert Length("") == 0;
  assert Length("abc") == 3;
  assert "\u{41}" == "A" && "\u0041" == "A";
  assert Length("\n") == 2 && Length("\x41") == 4 && Length("\u41") == 4;
  assert Length("\\") == 2;
  assert Length("é") == 1 && "é" == "\u{e9}";
  assert Join("\u{5c}", "u{41}") != "A";
}
