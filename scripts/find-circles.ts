/** Groups of files that import each other, directly or in a ring; each in order, longest first. */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = postOrder(imports);
  const importers = reversed(imports);
  const seen = new Set<string>();
  const groups = order
    .toReversed()
    .map((file) => reached(importers, file, seen))
    .filter((group) => group.length > 1);
  return groups.map((group) => group.sort()).sort((left, right) => right.length - left.length);
}

/** Every file after all that it leads to. */
function postOrder(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const start of imports.keys()) {
    const open = [{ file: start, next: 0 }];
    if (seen.has(start)) continue;
    seen.add(start);
    for (let place = open.at(-1); place !== undefined; place = open.at(-1)) {
      const target = imports.get(place.file)?.[place.next];
      place.next += 1;
      if (target === undefined) {
        order.push(place.file);
        open.pop();
      } else if (!seen.has(target)) {
        seen.add(target);
        open.push({ file: target, next: 0 });
      }
    }
  }
  return order;
}

function reversed(imports: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const known = importers.get(target) ?? [];
      known.push(file);
      importers.set(target, known);
    }
  }
  return importers;
}

function reached(
  graph: ReadonlyMap<string, readonly string[]>,
  start: string,
  seen: Set<string>,
): string[] {
  if (seen.has(start)) return [];
  seen.add(start);
  const group = [start];
  for (const file of group) {
    for (const next of graph.get(file) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      group.push(next);
    }
  }
  return group;
}
