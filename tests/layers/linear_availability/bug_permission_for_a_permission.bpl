// A permission is for data.

var {:layer 0, 1} {:linear} strange: One (One int);
//                          ^^^^^^^ linear-type

yield procedure {:layer 1} Main()
{
}
