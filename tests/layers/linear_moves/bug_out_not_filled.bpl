// The parameter is to hold a permission at the return, and does not get one.

yield procedure {:layer 1} Fill({:linear_out} p: One int)
{ }
//^ linear-result
