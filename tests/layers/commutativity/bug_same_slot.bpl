// Without a linear parameter nothing says that two threads write different slots.

var {:layer 0, 1} slots: [int]int;

both action {:layer 1} PutSlot(slot: int, value: int)
//                     ^^^^^^^ commutativity
modifies slots;
{
  slots[slot] := value;
}
