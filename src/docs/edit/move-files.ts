import { AppError } from "../../lib/app-error.ts";
import { createPace } from "../../lib/pace.ts";
import { folderOf, joined, nameOf } from "../site/paths.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { openTree } from "../tree/open-tree.ts";
import { findMentions } from "./find-mentions.ts";
import { findRepairs } from "./find-repairs.ts";
import { relocate } from "./relocation.ts";
import type { FileRepair, Problem } from "./repairs.ts";
import { writeRepairs } from "./repairs.ts";

export type MoveInput = { docsFolder: string; from: string; to: string };

export type Moved = {
  from: string;
  to: string;
  /** How many files moved. */
  count: number;
  repaired: FileRepair[];
  problems: Problem[];
  /** Lines that still name the old path. */
  mentions: string[];
  /** Old and new address of a page, where it has changed. */
  address: { old: string; new: string } | undefined;
};

const mostFiles = 1_000;

/** Moves a file or a folder, and corrects every link and navigation entry that named what moved. All of it, or nothing. */
export async function moveFiles(overlay: EditableFiles, input: MoveInput): Promise<Moved> {
  const { docsFolder } = input;
  const plan = planMove(overlay, input);
  const before = await openTree({ files: overlay, docsFolder, pace: createPace() });
  const folder = plan.isFolder ? { from: plan.from, to: plan.to } : undefined;
  const relocation = relocate(before, plan.moves, { folder });
  const repairs = await findRepairs(overlay, relocation);
  const moves = [...plan.moves].map(([from, to]) => ({ from, to }));
  await overlay.moveAll(moves);
  try {
    const { files, problems } = writeRepairs(overlay, repairs);
    return {
      from: plan.from,
      to: plan.to,
      count: moves.length,
      repaired: files,
      problems,
      mentions: await findMentions(overlay, relocation, problems),
      address: plan.isFolder ? undefined : addressChange(before, relocation.after, plan),
    };
  } catch (error) {
    await overlay.moveAll(moves.toReversed().map(({ from, to }) => ({ from: to, to: from })));
    throw error;
  }
}

type Plan = { from: string; to: string; isFolder: boolean; moves: Map<string, string> };

function planMove(overlay: EditableFiles, input: MoveInput): Plan {
  const from = trimmed(input.from);
  const to = trimmed(input.to);
  if (overlay.has(from)) {
    const isInto = input.to.endsWith("/") || overlay.list(to).length > 0;
    const target = isInto ? joined(to, nameOf(from)) : to;
    return {
      from,
      to: target,
      isFolder: false,
      moves: new Map([[from, requireOther(from, target)]]),
    };
  }
  const inside = overlay.list(from).map(({ path }) => path);
  if (inside.length === 0) {
    // The overlay knows what to say about a path that is no file.
    return { from, to, isFolder: false, moves: new Map([[from, to]]) };
  }
  requireOther(from, to);
  if (inside.length > mostFiles) throw tooMany(from, inside.length);
  if (to.startsWith(`${from}/`) || folderOf(to) === from) {
    throw new AppError(
      "invalid_request",
      `A folder cannot be moved into itself: ${from} to ${to}.`,
    );
  }
  const moves = new Map(inside.map((path) => [path, to + path.slice(from.length)]));
  return { from, to, isFolder: true, moves };
}

function trimmed(path: string): string {
  return path.replace(/^\.\//, "").replace(/(?<!\/)\/+$/, "");
}

function requireOther(from: string, to: string): string {
  if (from !== to) return to;
  throw new AppError("invalid_request", `${from} is there already. Give another path in \`to\`.`);
}

function tooMany(folder: string, count: number): AppError {
  return new AppError(
    "too_large",
    `${folder} holds ${count} files; up to ${mostFiles} move at once. Move the folders in it one by one.`,
  );
}

function addressChange(before: DocsTree, after: DocsTree, { from, to }: Plan): Moved["address"] {
  const [old, now] = [before.addressOf(from), after.addressOf(to)];
  return old === undefined || now === undefined || old === now ? undefined : { old, new: now };
}
