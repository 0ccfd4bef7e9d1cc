// A thread that holds the permission for an account is the only one that draws from it; everybody may pay in.

var {:layer 0, 1} balance: [int]int;

left action {:layer 1} Draw({:linear} account: One int)
modifies balance;
{
  assert balance[account->val] > 0;
  balance[account->val] := balance[account->val] - 1;
}

atomic action {:layer 1} PayIn(account: int)
modifies balance;
{
  balance[account] := balance[account] + 1;
}
