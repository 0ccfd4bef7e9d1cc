// A bank: balances in a global map, changed by procedures that say what they change.
// Shows global variables, `modifies`, `old`, and calls checked against contracts.

type Account;
var balance: [Account]int;

procedure Deposit(account: Account, amount: int)
  requires 0 <= amount;
  modifies balance;
  // The whole effect: one entry of the map is updated.
  ensures balance == old(balance)[account := old(balance[account]) + amount];
{
  balance[account] := balance[account] + amount;
}

procedure Withdraw(account: Account, amount: int)
  requires 0 <= amount && amount <= balance[account];
  modifies balance;
  ensures balance == old(balance)[account := old(balance[account]) - amount];
{
  balance[account] := balance[account] - amount;
}

procedure Transfer(from: Account, to: Account, amount: int)
  requires from != to;
  requires 0 <= amount && amount <= balance[from];
  modifies balance;
  ensures balance[from] == old(balance[from]) - amount;
  ensures balance[to] == old(balance[to]) + amount;
  ensures (forall other: Account :: {balance[other]}
    other != from && other != to ==> balance[other] == old(balance)[other]);
{
  // A call is known only by its contract: the bodies above are not looked at here.
  call Withdraw(from, amount);
  call Deposit(to, amount);
}
