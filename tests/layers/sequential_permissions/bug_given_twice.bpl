// lib: base
// One permission for two parameters.

procedure Two({:linear} p: One int, {:linear} q: One int)
  requires p != q;
{
}

procedure Main({:linear} p: One int)
{
  call Two(p, p);
//            ^ linear-argument
}
