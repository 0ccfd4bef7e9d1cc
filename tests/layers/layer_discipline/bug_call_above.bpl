// A procedure of layer 1 does not know procedures of layer 2.

yield procedure {:layer 2} Above()
{
}

yield procedure {:layer 1} Below()
{
  call Above();
//^^^^^^^^^^^^ layers
}
