// A chain of 60 links in a transitive relation. The axiom has an instance for every three elements.

type Element;

function Before(x, y: Element): bool;
axiom (forall x, y, z: Element :: {Before(x, y), Before(y, z)} Before(x, y) && Before(y, z) ==> Before(x, z));

procedure Transitivity(e: [int]Element)
  requires Before(e[0], e[1]);
  requires Before(e[1], e[2]);
  requires Before(e[2], e[3]);
  requires Before(e[3], e[4]);
  requires Before(e[4], e[5]);
  requires Before(e[5], e[6]);
  requires Before(e[6], e[7]);
  requires Before(e[7], e[8]);
  requires Before(e[8], e[9]);
  requires Before(e[9], e[10]);
  requires Before(e[10], e[11]);
  requires Before(e[11], e[12]);
  requires Before(e[12], e[13]);
  requires Before(e[13], e[14]);
  requires Before(e[14], e[15]);
  requires Before(e[15], e[16]);
  requires Before(e[16], e[17]);
  requires Before(e[17], e[18]);
  requires Before(e[18], e[19]);
  requires Before(e[19], e[20]);
  requires Before(e[20], e[21]);
  requires Before(e[21], e[22]);
  requires Before(e[22], e[23]);
  requires Before(e[23], e[24]);
  requires Before(e[24], e[25]);
  requires Before(e[25], e[26]);
  requires Before(e[26], e[27]);
  requires Before(e[27], e[28]);
  requires Before(e[28], e[29]);
  requires Before(e[29], e[30]);
  requires Before(e[30], e[31]);
  requires Before(e[31], e[32]);
  requires Before(e[32], e[33]);
  requires Before(e[33], e[34]);
  requires Before(e[34], e[35]);
  requires Before(e[35], e[36]);
  requires Before(e[36], e[37]);
  requires Before(e[37], e[38]);
  requires Before(e[38], e[39]);
  requires Before(e[39], e[40]);
  requires Before(e[40], e[41]);
  requires Before(e[41], e[42]);
  requires Before(e[42], e[43]);
  requires Before(e[43], e[44]);
  requires Before(e[44], e[45]);
  requires Before(e[45], e[46]);
  requires Before(e[46], e[47]);
  requires Before(e[47], e[48]);
  requires Before(e[48], e[49]);
  requires Before(e[49], e[50]);
  requires Before(e[50], e[51]);
  requires Before(e[51], e[52]);
  requires Before(e[52], e[53]);
  requires Before(e[53], e[54]);
  requires Before(e[54], e[55]);
  requires Before(e[55], e[56]);
  requires Before(e[56], e[57]);
  requires Before(e[57], e[58]);
  requires Before(e[58], e[59]);
  requires Before(e[59], e[60]);
{
  assert Before(e[0], e[60]);
  assert (forall k: int :: {e[k]} k == 30 ==> Before(e[0], e[k]) && Before(e[k], e[60]));
}
