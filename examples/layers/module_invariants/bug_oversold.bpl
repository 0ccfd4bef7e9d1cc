// The module sells more than it has.

// The module.

var {:layer 0, 1} stock: int;

yield invariant {:layer 1} Sound();
preserves stock >= 0;

yield procedure {:layer 1} Open()
ensures call Sound();
{
  call Clear();
}

yield procedure {:layer 1} Deliver(n: int)
requires {:layer 1} n >= 0;
preserves call Sound();
{
  call Add(n);
}

yield procedure {:layer 1} Sell(n: int) returns (sold: bool)
//                         ^^^^ non-interference
requires {:layer 1} n >= 0;
preserves call Sound();
//        ^^^^^^^^^^^^ yield-invariant
{
  call sold := Remove(n);
}

yield procedure {:layer 0} Clear();
refines atomic action {:layer 1} _
{
  stock := 0;
}

yield procedure {:layer 0} Add(n: int);
refines atomic action {:layer 1} _
{
  assert n >= 0;
  stock := stock + n;
}

yield procedure {:layer 0} Remove(n: int) returns (done: bool);
refines atomic action {:layer 1} _
{
  assert stock >= 0;
  done := true;
  if (done) {
    stock := stock - n;
  }
}

// Another module, with a variable and an invariant of its own.

var {:layer 0, 1} orders: int;

yield invariant {:layer 1} OrdersSound();
preserves orders >= 0;

yield procedure {:layer 0} CountOrder();
refines atomic action {:layer 1} _
{
  orders := orders + 1;
}

// A client of both.

yield procedure {:layer 1} Shop()
requires call OrdersSound();
{
  var sold: bool;
  call Open() | OrdersSound();
  call CountOrder();
  call Sound() | OrdersSound();
  call Deliver(10) | OrdersSound();
  call CountOrder();
  call sold := Sell(3) | OrdersSound();
}
