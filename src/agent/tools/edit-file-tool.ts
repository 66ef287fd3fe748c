import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { createPace } from "../../lib/pace.ts";
import { lineAt, type PlainText, placesApart, placesOf, plainText } from "./find-text.ts";
import { nearMisses } from "./near-misses.ts";
import { habitsOf, withLineEnds, withoutBom } from "./text-habits.ts";
import { defineTool } from "./tool.ts";

const mostEdits = 100;
const mostPlaces = 200_000;
const maxLength = 2 * 1024 * 1024;
const shownLines = 20;

const piece = {
  old: z.string().min(1).describe("The text as it is in the file, to the character."),
  new: z.string().describe("What takes its place; empty to take it out."),
  replaceAll: z.boolean().optional().describe("Replace every occurrence instead of exactly one."),
};
const edit = z.object(piece);
type Edit = z.output<typeof edit>;

export const editFileTool = defineTool({
  name: "edit_file",
  description: `Replaces pieces of a text file and leaves the rest as it is. \`old\` must be in the file exactly once, spaces included: give enough of the lines around it, or set replaceAll. Line ends do not matter: the file keeps its own.
For several changes to one file give \`edits\`, a list of up to ${mostEdits} pieces, instead of \`old\` and \`new\`: they are made one after the other, all of them or none. When \`old\` is not found, the error names the nearest lines.`,
  input: z.object({
    path: z.string(),
    old: piece.old.optional(),
    new: piece.new.optional(),
    replaceAll: piece.replaceAll,
    edits: z.array(edit).min(1).max(mostEdits).optional(),
  }),
  async run({ overlay }, { path, edits, ...single }) {
    const wanted = editsOf(single, edits);
    const before = await overlay.read(path);
    const bom = before.startsWith("\uFEFF") ? "\uFEFF" : "";
    const edited: Edited = { text: withoutBom(before), count: 0, lines: [], usualEnd: "\n" };
    edited.usualEnd = habitsOf(edited.text).usualEnd;
    const breathe = createPace();
    for (const [index, one] of wanted.entries()) {
      replace(edited, one, edits === undefined ? path : `${path}, edits.${index}`);
      await breathe();
    }
    overlay.write(path, bom + edited.text, { before });
    return { output: { path, replaced: edited.count, lines: edited.lines } };
  },
});

type Single = {
  old?: string | undefined;
  new?: string | undefined;
  replaceAll?: boolean | undefined;
};

function editsOf(single: Single, edits: Edit[] | undefined): Edit[] {
  const { old, new: text, replaceAll } = single;
  if (edits !== undefined && old === undefined && text === undefined) return edits;
  if (edits === undefined && old !== undefined && text !== undefined) {
    return [{ old, new: text, replaceAll }];
  }
  throw new AppError(
    "invalid_request",
    "Give either old and new for one change, or edits for several; old and new belong together.",
  );
}

/** The file as it is so far, and what was done to it. `lines`: where the first of the pieces stood. */
type Edited = { text: string; count: number; lines: number[]; usualEnd: "\n" | "\r\n" };

function replace(edited: Edited, edit: Edit, place: string): void {
  const { text } = edited;
  const plain = plainText(text);
  const old = withLineEnds(withoutBom(edit.old), "\n");
  const fresh = withLineEnds(withoutBom(edit.new), "\n");
  if (old === "" || old === fresh) {
    const reason = `${place}: old and new are the same, so nothing would change.`;
    throw new AppError("invalid_request", reason);
  }
  const left = mostPlaces - edited.count;
  const places = findPlaces(plain, { old, isAll: edit.replaceAll === true, place, left });
  if (text.length + places.length * (fresh.length - old.length) > maxLength) {
    throw new AppError("too_large", `${place}: the file would become larger than 2 MB.`);
  }
  const pieces: string[] = [];
  let at = 0;
  for (const start of places) {
    const [from, to] = [plain.originalAt(start), plain.originalAt(start + old.length)];
    const replaced = text.slice(from, to);
    const lineEnd = replaced.includes("\n") ? habitsOf(replaced).usualEnd : edited.usualEnd;
    pieces.push(text.slice(at, from), withLineEnds(fresh, lineEnd));
    at = to;
  }
  pieces.push(text.slice(at));
  const shown = places.slice(0, shownLines - edited.lines.length);
  edited.lines.push(...shown.map((start) => lineAt(plain.text, start)));
  edited.text = pieces.join("");
  edited.count += places.length;
}

/** `left`: how many places this call may still replace. */
type Wanted = { old: string; isAll: boolean; place: string; left: number };

function findPlaces(plain: PlainText, { old, isAll, place, left }: Wanted): number[] {
  const found = isAll
    ? placesApart(plain.text, old, left + 1)
    : placesOf(plain.text, old, shownLines + 1);
  if (found.length === 0) {
    const reason = `The text to replace is not in ${place}. ${nearMisses(plain.text, old)}`;
    throw new AppError("not_found", reason);
  }
  if (found.length > left && (isAll || found.length === 1)) throw tooMany(place);
  if (isAll || found.length === 1) return found;
  const lines = found.slice(0, shownLines).map((at) => lineAt(plain.text, at));
  const more = found.length > shownLines ? " and more" : "";
  throw new AppError(
    "conflict",
    `The text to replace is in ${place} more than once: on the lines ${lines.join(", ")}${more}. Give more of the lines around the one you mean, or set replaceAll to change all of them.`,
  );
}

function tooMany(place: string): AppError {
  return new AppError(
    "too_large",
    `${place}: one call replaces up to ${mostPlaces.toLocaleString("en")} places. Nothing was changed: make fewer edits in one call, give longer pieces of text, or write the whole file with write_file.`,
  );
}
