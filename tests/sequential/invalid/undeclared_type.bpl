// A type that is declared nowhere.
// Type names are not built in, except for a few.

procedure P(x: integer);
//             ^^^^^^^ resolve
