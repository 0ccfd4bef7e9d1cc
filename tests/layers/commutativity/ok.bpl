// A slot that belongs to one thread is written by that thread alone, so its writes move across those of all others.

var {:layer 0, 1} slots: [int]int;

both action {:layer 1} PutSlot({:linear} slot: One int, value: int)
modifies slots;
{
  slots[slot->val] := value;
}

atomic action {:layer 1} Count({:linear} slot: One int)
modifies slots;
{
  slots[slot->val] := slots[slot->val] + 1;
}
