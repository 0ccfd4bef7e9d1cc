// 13 choices in a row keep a sum: 8192 paths, and nothing said in between.

procedure Branches(choice: [int]int, x0: int, y0: int) returns (x: int, y: int)
  ensures x + y == x0 + y0;
{
  x := x0;
  y := y0;
  if (choice[0] < x) {
    x := x + 1;
    y := y - 1;
  } else {
    x := x - 3;
    y := y + 3;
  }
  if (choice[1] < x) {
    x := x + 4;
    y := y - 4;
  } else {
    x := x - 5;
    y := y + 5;
  }
  if (choice[2] < x) {
    x := x + 7;
    y := y - 7;
  } else {
    x := x - 7;
    y := y + 7;
  }
  if (choice[3] < x) {
    x := x + 10;
    y := y - 10;
  } else {
    x := x - 9;
    y := y + 9;
  }
  if (choice[4] < x) {
    x := x + 13;
    y := y - 13;
  } else {
    x := x - 11;
    y := y + 11;
  }
  if (choice[5] < x) {
    x := x + 16;
    y := y - 16;
  } else {
    x := x - 13;
    y := y + 13;
  }
  if (choice[6] < x) {
    x := x + 19;
    y := y - 19;
  } else {
    x := x - 15;
    y := y + 15;
  }
  if (choice[7] < x) {
    x := x + 22;
    y := y - 22;
  } else {
    x := x - 17;
    y := y + 17;
  }
  if (choice[8] < x) {
    x := x + 25;
    y := y - 25;
  } else {
    x := x - 19;
    y := y + 19;
  }
  if (choice[9] < x) {
    x := x + 28;
    y := y - 28;
  } else {
    x := x - 21;
    y := y + 21;
  }
  if (choice[10] < x) {
    x := x + 31;
    y := y - 31;
  } else {
    x := x - 23;
    y := y + 23;
  }
  if (choice[11] < x) {
    x := x + 34;
    y := y - 34;
  } else {
    x := x - 25;
    y := y + 25;
  }
  if (choice[12] < x) {
    x := x + 37;
    y := y - 37;
  } else {
    x := x - 27;
    y := y + 27;
  }
}
