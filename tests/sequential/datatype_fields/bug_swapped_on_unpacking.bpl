// The two end points are taken out in the wrong order.
// The segment is not turned round.

datatype Point { Point(x: int, y: int) }
datatype Segment { Segment(a: Point, b: Point) }

procedure Move(p: Point, dx: int) returns (q: Point)
  ensures q == Point(p->x + dx, p->y);
{
  q := p->(x := p->x + dx);
  assert q->y == p->y;
}

procedure Assign(p: Point) returns (q: Point)
  ensures q == Point(p->y, p->x);
{
  q := p;
  q->x := p->y;
  q->y := p->x;
}

procedure Nested(s: Segment) returns (t: Segment)
  ensures t->a == s->b;
//^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures t->b->x == 0 && t->b->y == s->a->y;
{
  var p, q: Point;

  Segment(q, p) := s;
  t := Segment(q, p);
  t->b->x := 0;
  assert t->b == s->a->(x := 0);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

procedure InMap(m: [int]Point) returns (n: [int]Point)
  ensures n[3]->x == 5 && n[3]->y == m[3]->y && n[4] == m[4];
{
  n := m;
  n[3]->x := 5;
}
