// The creator cannot wait for what the new thread will have.

yield procedure {:layer 1} Make({:linear_out} p: One int);

yield procedure {:layer 1} Main({:linear_in} p: One int)
{
  async call Make(p);
//^^^^^^^^^^^^^^^^^^ linear-async
}
