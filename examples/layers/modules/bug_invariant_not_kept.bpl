// The module itself does not keep its invariant.

// Module Stock: the stock is never negative.

var {:layer 0, 1} {:module "Stock"} stock: int;

yield invariant {:layer 1} {:module "Stock"} Stocked();
preserves stock >= 0;

yield procedure {:layer 1} {:module "Stock"} Open()
ensures call Stocked();
{
  call ClearStock();
}

yield procedure {:layer 1} {:module "Stock"} Deliver()
//                                           ^^^^^^^ non-interference
preserves call Stocked();
//        ^^^^^^^^^^^^^^ yield-invariant
{
  call TakeIn();
}

yield procedure {:layer 0} {:module "Stock"} ClearStock();
refines atomic action {:layer 1} _
{
  stock := 0;
}

yield procedure {:layer 0} {:module "Stock"} TakeIn();
refines atomic action {:layer 1} _
{
  assert stock >= 0;
  stock := stock - 1;
}

// Module Till: what is in the till is never less than what was there in the morning.

const morning: int;

var {:layer 0, 1} {:module "Till"} till: int;

yield invariant {:layer 1} {:module "Till"} Honest();
preserves till >= morning;

yield procedure {:layer 1} {:module "Till"} Unlock()
ensures call Honest();
{
  call FillTill();
}

yield procedure {:layer 1} {:module "Till"} Receive(coins: int)
requires {:layer 1} coins >= 0;
preserves call Honest();
{
  call PutIn(coins);
}

yield procedure {:layer 0} {:module "Till"} FillTill();
refines atomic action {:layer 1} _
{
  till := morning;
}

yield procedure {:layer 0} {:module "Till"} PutIn(coins: int);
refines atomic action {:layer 1} _
{
  assert till >= morning;
  till := till + coins;
}

// Module Shop: a client of both.

yield procedure {:layer 1} {:module "Shop"} Day()
{
  call Open();
  call Stocked() | Unlock();
  while (*)
  invariant {:yields} true;
  invariant call Stocked();
  invariant call Honest();
  {
    call Deliver() | Honest();
    call Receive(2) | Stocked();
  }
  call Stocked() | Honest();
  call Deliver();
}
