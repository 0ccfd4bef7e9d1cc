// One of the words is taken out of the local map and never put back.

const here: int;
const there: int;
axiom here != there;

function {:inline} Both(): [One int]bool
{
  Set_Add(Set_Singleton(One(here)), One(there))
}

var {:layer 0, 1} busy: bool;
var {:layer 0, 1} {:linear} memory: Map (One int) int;

yield invariant {:layer 1} Twins();
preserves if busy then memory->dom == Set_Empty()
  else memory->dom == Both() && Map_At(memory, One(here)) == Map_At(memory, One(there));

yield procedure {:layer 0} Enter() returns ({:linear} mine: Map (One int) int);
refines atomic action {:layer 1} _
{
  assume !busy;
  busy := true;
  call mine := Map_Split(memory, memory->dom);
}

yield procedure {:layer 0} Leave({:linear_in} mine: Map (One int) int);
refines atomic action {:layer 1} _
{
  assert busy && memory->dom == Set_Empty();
  call Map_Join(memory, mine);
  busy := false;
}

// The holder of a word is alone with it.
yield invariant {:layer 1} Held({:linear} mine: Map (One int) int);
preserves busy && memory->dom == Set_Empty() && mine->dom == Both();

yield procedure {:layer 1} RaiseBoth()
//                         ^^^^^^^^^ non-interference
preserves call Twins();
//        ^^^^^^^^^^^^ yield-invariant
{
  var mine: Map (One int) int;
  var value: int;
  var lost: One int;
  call mine := Enter();
  call Twins() | Held(mine);
  value := Map_At(mine, One(here));
  call Path_Store(mine->val[One(here)], value + 1);
  call Twins() | Held(mine);
  value := Map_At(mine, One(there));
  call Path_Store(mine->val[One(there)], value + 1);
  call Twins() | Held(mine);
  lost := One(there);
  call value := Map_Get(mine, lost);
  call Leave(mine);
}
