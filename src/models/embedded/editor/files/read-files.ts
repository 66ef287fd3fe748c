import { count } from "../report.ts";
import {
  type EditState,
  type EditSteps,
  faultOf,
  filePiece,
  outputOf,
  stepsToEnd,
  takeStep,
} from "../steps/edit-state.ts";

const filesPerStep = 60;
const maxReads = 20;
const maxCharacters = 8_000_000;

type Request = { path: string; startLine: number; reads: number; pieces: string[] };

/**
 * The whole texts of the files, as far as they can be read; the rest is noted in `state.failures`.
 * Long files come in pieces, which are put together again.
 */
export function* readFiles(state: EditState, paths: string[]): EditSteps<Map<string, string>> {
  const unread = [...new Set(paths)].filter((path) => !state.files.has(path));
  let queue: Request[] = unread.map((path) => ({ path, startLine: 1, reads: 0, pieces: [] }));
  while (queue.length > 0) {
    if (state.stepsLeft <= stepsToEnd || state.charactersRead > maxCharacters) break;
    const batch = queue.slice(0, filesPerStep);
    const calls = batch.map(({ path, startLine }) => ({
      name: "read_file" as const,
      input: startLine === 1 ? { path } : { path, startLine },
    }));
    const results = yield* takeStep(state, `Reading ${count(batch.length, "file")}.`, calls);
    const open = batch.flatMap((request, index) => take(state, request, results[index]));
    queue = [...open, ...queue.slice(batch.length)];
  }
  for (const { path } of queue) state.failures.set(path, "there was no time left to read it");
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = state.files.get(path);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Stores a file that is complete; hands back the request for its next piece when it is not. */
function take(
  state: EditState,
  request: Request,
  result: Parameters<typeof faultOf>[0],
): Request[] {
  const piece = outputOf(filePiece, result);
  if (piece === undefined) {
    state.failures.set(request.path, faultOf(result));
    return [];
  }
  state.charactersRead += piece.content.length;
  request.pieces.push(piece.content);
  if (piece.endLine >= piece.totalLines) {
    state.files.set(request.path, request.pieces.join(""));
    return [];
  }
  const isStuck = piece.endLine < request.startLine || piece.startLine !== request.startLine;
  if (isStuck || request.reads >= maxReads) {
    state.failures.set(request.path, "it is too long to edit");
    return [];
  }
  const lines = piece.endLine - piece.startLine + 1;
  const breaks = piece.content.split("\n").length - 1;
  if (breaks < lines) request.pieces.push("\n");
  return [{ ...request, startLine: piece.endLine + 1, reads: request.reads + 1 }];
}
