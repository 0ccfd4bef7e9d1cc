// lib: base
// Each implementation keeps the rules.

procedure Pass({:linear_in} p: One int) returns ({:linear} q: One int);

implementation Pass(p: One int) returns (q: One int)
{
  q := p;
}

implementation Pass(p: One int) returns (q: One int)
{ havoc q; }
//         ^ linear-result
