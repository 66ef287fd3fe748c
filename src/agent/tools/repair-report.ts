import type { FileRepair, Problem } from "../../docs/edit/repairs.ts";
import { firstOf } from "../../text/bounded.ts";

const mostFiles = 200;
const mostLines = 20;
const mostProblems = 50;

type Repaired = { repaired: FileRepair[]; problems: Problem[]; mentions: string[] };

/** What move_file and delete_file say of the files around: which lines were corrected, and what is left to do. */
export function repairReport({ repaired, problems, mentions }: Repaired): Record<string, unknown> {
  const left = repaired.length - mostFiles;
  const unsaid = problems.length - mostProblems;
  return {
    repaired: repaired
      .slice(0, mostFiles)
      .map(({ path, lines }) => ({ path, lines: firstOf(lines, mostLines) })),
    ...(left > 0 && { moreRepaired: left }),
    notRepaired: problems
      .slice(0, mostProblems)
      .map(({ path, line, reason }) => `${path}:${line} ${reason}`),
    ...(unsaid > 0 && { moreNotRepaired: unsaid }),
    ...(mentions.length > 0 && { stillNamed: mentions }),
  };
}
