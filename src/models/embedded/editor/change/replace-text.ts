import { formatOf } from "../../../../docs/page/page-format.ts";
import { retitleNavigation } from "../../../../docs/site/navigation.ts";
import { isBelow } from "../../../../docs/site/paths.ts";
import { findPage } from "../files/find-page.ts";
import { readFiles } from "../files/read-files.ts";
import { type FileChange, writeFiles } from "../files/write-files.ts";
import type { ReplaceTask } from "../instruction/task.ts";
import { count, listed, nothing, type Outcome, quoted } from "../report.ts";
import {
  type EditState,
  type EditSteps,
  outputOf,
  searchText,
  takeStep,
  textMatches,
} from "../steps/edit-state.ts";
import { type Replacement, replaceInPage, replaceInText } from "./replace-in-page.ts";
import { type RenamedAnchors, renamedAnchors, retargetLinks } from "./retarget-links.ts";
import { termMatcher } from "./term-matcher.ts";

/** Replaces a term across the pages and the titles of the navigation; links to renamed headings follow. */
export function* replaceText(state: EditState, task: ReplaceTask): EditSteps<Outcome> {
  const page = task.page === undefined ? undefined : yield* findPage(state, task.page);
  const isPartOfText = task.page !== undefined && page === undefined && task.wholeTo !== undefined;
  if (task.page !== undefined && page === undefined && !isPartOfText) {
    return nothing(`I found no page called ${quoted(task.page, 80)}, so nothing was replaced.`);
  }
  const to = isPartOfText ? (task.wholeTo ?? task.to) : task.to;
  if (task.from === to) return nothing("The old and the new text are the same.");
  const spared: string[] = [];
  for (const name of task.except) {
    const path = yield* findPage(state, name);
    if (path !== undefined) spared.push(path);
  }
  const matcher = termMatcher({ ...task, to });
  const found = page === undefined ? yield* pagesWith(state, longestWord(task.from)) : [page];
  const pages = found.filter((path) => !spared.includes(path));
  const navigation = page === undefined ? state.docs.navigation : undefined;
  const texts = yield* readFiles(state, navigation ? [...pages, navigation.path] : pages);
  const results: Results = new Map();
  for (const path of pages) {
    const text = texts.get(path);
    if (text !== undefined) results.set(path, replaceInPage(text, formatOf(path), matcher));
  }
  const renamed = renamedIn(results, texts);
  const linking = yield* readFiles(state, yield* pagesLinkingTo(state, renamed, spared));
  const changes: FileChange[] = [];
  for (const [path, before] of new Map([...texts, ...linking])) {
    const after =
      path === navigation?.path
        ? retitleNavigation(before, navigation.format, (title) => replaceInText(title, matcher))
        : retargetLinks(state.docs.tree, path, results.get(path)?.text ?? before, renamed);
    if (after !== before) changes.push({ path, before, after });
  }
  const written = yield* writeFiles(state, changes);
  return outcomeOf({ ...task, to }, results, { written, navigation: navigation?.path });
}

type Results = Map<string, Replacement>;

function longestWord(text: string): string {
  return text.split(/\s+/).reduce((best, word) => (word.length > best.length ? word : best), "");
}

/** Pages with this word; every page when the search cannot name them all. */
function* pagesWith(state: EditState, word: string): EditSteps<string[]> {
  const { docs } = state;
  const output = yield* searchText(state, `Searching the docs for ${quoted(word, 60)}.`, word);
  if (output === undefined || output.truncated) return docs.pages;
  const paths = new Set(output.matches.map((match) => match.path));
  return [...paths].filter((path) => /\.mdx?$/i.test(path) && isBelow(docs.root, path)).sort();
}

function renamedIn(results: Results, texts: Map<string, string>): RenamedAnchors {
  const renamed: RenamedAnchors = new Map();
  for (const [path, { text, changed }] of results) {
    if (changed === 0) continue;
    const anchors = renamedAnchors(path, texts.get(path) ?? "", text);
    if (anchors.size > 0) renamed.set(path, anchors);
  }
  return renamed;
}

const maxSearches = 30;

/** Pages that name a renamed anchor, whether or not they have the term. */
function* pagesLinkingTo(
  state: EditState,
  renamed: RenamedAnchors,
  spared: string[],
): EditSteps<string[]> {
  const anchors = [...new Set([...renamed.values()].flatMap((own) => [...own.keys()]))];
  if (anchors.length === 0) return [];
  const pages = state.docs.pages.filter((path) => !spared.includes(path));
  if (anchors.length > maxSearches) return pages;
  const results = yield* takeStep(
    state,
    "Headings change, so I look for links to them.",
    anchors.map((anchor) => ({ name: "search_text", input: { query: `#${anchor}` } })),
  );
  const outputs = results.map((result) => outputOf(textMatches, result));
  if (outputs.some((output) => output === undefined || output.truncated)) return pages;
  const paths = new Set(
    outputs.flatMap((output) => output?.matches.map((match) => match.path) ?? []),
  );
  return pages.filter((path) => paths.has(path));
}

type Done = { written: Set<string>; navigation: string | undefined };

function outcomeOf(task: ReplaceTask, results: Results, { written, navigation }: Done): Outcome {
  const all = [...results.values()];
  const spared = all.reduce((sum, own) => sum + own.spared, 0);
  const forms = [...new Set(all.flatMap((own) => [...own.forms]))].map((own) => quoted(own, 40));
  const remarks: string[] = [];
  if (spared > 0)
    remarks.push(`Left alone in code or addresses: ${count(spared, "place")}. ${alsoInCode}`);
  if (forms.length > 0) remarks.push(`Left alone as other forms of the word: ${listed(forms, 3)}.`);
  if (written.size === 0) {
    const stands =
      spared > 0
        ? "stands only in code or addresses"
        : "does not stand in the docs as a word of its own";
    const message = `${quoted(task.from, 60)} ${stands}, so nothing was replaced.`;
    return nothing(message, spared > 0 ? [alsoInCode] : remarks);
  }
  const total = [...written].reduce((sum, path) => sum + (results.get(path)?.changed ?? 0), 0);
  const change = (length: number) => `${quoted(task.from, length)} with ${quoted(task.to, length)}`;
  return {
    title: `Replace ${change(24)}`,
    changes: [...written].map((path) => {
      const changed = results.get(path)?.changed ?? 0;
      const note = changed > 0 ? count(changed, "replacement") : "links to renamed headings";
      return { path, note: path === navigation ? "titles in the navigation" : note };
    }),
    message: `I replaced ${change(60)} ${count(total, "time")} in ${count(written.size, "file")}.`,
    remarks,
  };
}

const alsoInCode = "Say “also in code” to change code too.";
