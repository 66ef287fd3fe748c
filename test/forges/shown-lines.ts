import type { ForgePull, ForgeState } from "./forge-types.ts";

type ShownLine = { oldLine: number | undefined; newLine: number | undefined };

/** The lines of a file that the diff of a pull request shows: what changes, and three lines around it. */
export async function shownLines(
  state: ForgeState,
  { base, headCommit }: ForgePull,
  path: string,
): Promise<ShownLine[]> {
  const range = `refs/heads/${base}...${headCommit}`;
  const text = await state.repository.git("diff", "-U3", range, "--", path);
  const shown: ShownLine[] = [];
  let [oldLine, newLine] = [0, 0];
  for (const line of text.split("\n")) {
    const [, from, to] = /^@@ -(\d+)\S* \+(\d+)/.exec(line) ?? [];
    if (from !== undefined) [oldLine, newLine] = [Number(from), Number(to)];
    else if (oldLine + newLine > 0 && /^[ +-]/.test(line)) {
      const [isOld, isNew] = [!line.startsWith("+"), !line.startsWith("-")];
      shown.push({ oldLine: isOld ? oldLine : undefined, newLine: isNew ? newLine : undefined });
      if (isOld) oldLine += 1;
      if (isNew) newLine += 1;
    }
  }
  return shown;
}
