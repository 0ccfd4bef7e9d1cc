// A left mover that chooses, and always has a choice. The hint names one.

var {:layer 0, 1} bag: [int]int;

left action {:layer 1} Draw(owner: int) returns ({:pool "draw"} n: int)
asserts {:add_to_pool "draw", bag[owner] + 1} true;
{
  assume n > bag[owner];
}
