/** How many letters have to be put in, taken out, changed or swapped with the next; `most + 1` where it takes more. */
export function editDistance(one: string, other: string, most: number): number {
  const beyond = most + 1;
  if (Math.abs(one.length - other.length) > most) return beyond;
  const width = other.length + 1;
  const steps = new Uint16Array((one.length + 1) * width).fill(beyond);
  const at = (row: number, column: number) => steps[row * width + column] ?? beyond;
  steps[0] = 0;
  for (let row = 0; row <= one.length; row += 1) {
    const last = Math.min(other.length, row + most);
    for (let column = Math.max(0, row - most); column <= last; column += 1) {
      const put = column === 0 ? beyond : at(row, column - 1) + 1;
      const taken = row === 0 ? beyond : at(row - 1, column) + 1;
      const isSame = one[row - 1] === other[column - 1];
      const changed = row * column === 0 ? beyond : at(row - 1, column - 1) + (isSame ? 0 : 1);
      const isSwap =
        row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : beyond;
      const here = row * width + column;
      steps[here] = Math.min(steps[here] ?? beyond, put, taken, changed, swapped);
    }
  }
  return at(one.length, other.length);
}
