// One permission in two variables.

yield procedure {:layer 1} Split({:linear_in} p: One int) returns ({:linear} q: One int, {:linear} r: One int)
{
  q, r := p, p;
//           ^ linear-source
}
