// lib: base
// A global is without its permission where a callee may look at it.

var {:linear} g: One int;

procedure Look();

procedure Main()
  modifies g;
{
  var x: One int;
  x := g;
  call Look();
//^^^^^^^^^^^^ linear-global
  g := x;
}
