// lib: base set_size
// A user who joins twice is counted twice.

var users: [int]bool;
var count: int;

procedure Join(u: int)
  modifies users, count;
  requires count == Set_Size(users);
  ensures count == Set_Size(users) && Set_Contains(users, u);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  users := Set_Add(users, u);
  count := count + 1;
}
