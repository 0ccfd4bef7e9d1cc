// Where nothing belongs to a module.

const {:module "X"} c: int;
//    ^^^^^^^^^^^^^ module
function {:module "X"} f(): int;
//       ^^^^^^^^^^^^^ module
pure procedure {:module "X"} Pure();
//             ^^^^^^^^^^^^^ layers
procedure {:module "X"} Sequential();
//        ^^^^^^^^^^^^^ module

yield procedure {:layer 0} P({:module "X"} n: int)
//                           ^^^^^^^^^^^^^ layers
{
  var {:module "X"} m: int;
//    ^^^^^^^^^^^^^ layers
  assert {:layer 0} {:module "X"} true;
//                  ^^^^^^^^^^^^^ layers
}
