// lib: base
// A permission that was given away is given again.

procedure Keep({:linear_in} p: One int);

procedure Main({:linear_in} p: One int)
{
  call Keep(p);
  call Keep(p);
//          ^ linear-unavailable
}
