// Pop does not ask for a non-empty stack.
// Taking `s` apart as a Push fails where it is Empty.

datatype Stack { Empty(), Push(top: int, below: Stack) }

// The number of elements, by two axioms.
function Depth(s: Stack): int;
axiom Depth(Empty()) == 0;
axiom (forall x: int, s: Stack :: {Depth(Push(x, s))} Depth(Push(x, s)) == 1 + Depth(s));

procedure Pop(s: Stack) returns (x: int, rest: Stack)
  ensures s == Push(x, rest);
  ensures Depth(rest) == Depth(s) - 1;
{
  // Takes the value apart; s must be built with this constructor.
  Push(x, rest) := s;
//^^^^^^^^^^^^^^^^^^^ unpack
  assert s == Push(x, rest);
}

procedure SwapTop(s: Stack) returns (r: Stack)
  requires s is Push;
  requires s->below is Push;
  ensures r is Push && r->below is Push;
  ensures r->top == s->below->top;
  ensures r->below->top == s->top;
  ensures Depth(r) == Depth(s);
{
  var x, y: int;
  var rest: Stack;

  call x, rest := Pop(s);
  call y, rest := Pop(rest);
  r := Push(y, Push(x, rest));
}
