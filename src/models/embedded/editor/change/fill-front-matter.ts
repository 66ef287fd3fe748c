import type { FileChange } from "../files/change-call.ts";
import { findPage } from "../files/find-page.ts";
import { readFiles } from "../files/read-files.ts";
import { writeFiles } from "../files/write-files.ts";
import type { FrontMatterTask } from "../instruction/task.ts";
import { nothing, type Outcome } from "../report/outcome.ts";
import { codeSpan, count, listed, oneLine } from "../report/wording.ts";
import type { EditState } from "../steps/edit-state.ts";
import type { EditSteps } from "../steps/edit-steps.ts";
import { filledPage } from "./filled-page.ts";

/** Files that a repository has for other readers than those of the docs, and pieces that pages include. */
const notPages =
  /^(?:readme|changelog|contributing|license|code_of_conduct|security|agents|claude|support|authors|notice)\.mdx?$|(?:^|\/)(?:_[^/]*|snippets\/.*|partials\/.*|includes\/.*)$/i;

/** Gives pages the title or description they lack, taken from their own text. */
export function* fillFrontMatter(state: EditState, task: FrontMatterTask): EditSteps<Outcome> {
  const page = task.page === undefined ? undefined : yield* findPage(state, task.page);
  if (task.page !== undefined && page === undefined) {
    return nothing(`I found no page called “${oneLine(task.page, 80)}”, so nothing was changed.`);
  }
  const pages =
    page === undefined ? state.tree.pages.filter((path) => !notPages.test(path)) : [page];
  const texts = yield* readFiles(state, pages);
  const changes: FileChange[] = [];
  const added = new Map<string, string[]>();
  const without: string[] = [];
  for (const [path, before] of texts) {
    const filled = filledPage(path, before, task.fields);
    if (filled.missing.length > 0) without.push(`${path} (${filled.missing.join(", ")})`);
    if (filled.added.length === 0) continue;
    changes.push({ path, before, after: filled.text });
    added.set(path, filled.added);
  }
  const written = yield* writeFiles(state, changes);
  return outcomeOf(task, added, written, without);
}

function outcomeOf(
  task: FrontMatterTask,
  added: Map<string, string[]>,
  written: Set<string>,
  without: string[],
): Outcome {
  const fields = task.fields.join(" and ");
  const changes = [...written].map((path) => ({
    path,
    note: `${(added.get(path) ?? []).join(" and ")} added`,
  }));
  const remarks = without.length === 0 ? [] : [`Nothing to take it from in ${listed(without, 3)}.`];
  const notes = without.slice(0, 50).map((place) => `${codeSpan(place)}: nothing to take it from`);
  if (changes.length === 0) {
    const message =
      without.length === 0 ? `Every page has its ${fields} already.` : "I changed no page.";
    return { ...nothing(message, remarks), notes, isSettled: without.length === 0 };
  }
  return {
    title: `Fill missing front matter in ${count(changes.length, "page")}`,
    changes,
    message: `I filled the missing front matter (${fields}) of ${count(changes.length, "page")}.`,
    remarks,
    notes,
  };
}
