/** How many letters have to be put in, taken out, changed or swapped with the next; `most + 1` where it takes more. */
export function editDistance(one: string, other: string, most: number): number {
  const beyond = most + 1;
  if (Math.abs(one.length - other.length) > most) return beyond;
  const width = other.length + 1;
  let [before, above, steps] = [rowOf(width, beyond), rowOf(width, beyond), rowOf(width, beyond)];
  for (let row = 0; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    const earlier = one.charCodeAt(row - 2);
    const last = Math.min(other.length, row + most);
    let least = beyond;
    steps.fill(beyond);
    for (let column = Math.max(0, row - most); column <= last; column += 1) {
      let here = row + column === 0 ? 0 : beyond;
      if (column > 0) here = Math.min(here, (steps[column - 1] ?? beyond) + 1);
      if (row > 0) here = Math.min(here, (above[column] ?? beyond) + 1);
      if (row > 0 && column > 0) {
        const isSame = letter === other.charCodeAt(column - 1);
        here = Math.min(here, (above[column - 1] ?? beyond) + (isSame ? 0 : 1));
      }
      const isSwap =
        letter === other.charCodeAt(column - 2) && earlier === other.charCodeAt(column - 1);
      if (isSwap) here = Math.min(here, (before[column - 2] ?? beyond) + 1);
      steps[column] = here;
      least = Math.min(least, here);
    }
    // Every way on leads through this row or, by a swap, past one of its steps that is as far.
    if (least > most) return beyond;
    [before, above, steps] = [above, steps, before];
  }
  return above[other.length] ?? beyond;
}

function rowOf(width: number, value: number): Uint16Array {
  return new Uint16Array(width).fill(value);
}
