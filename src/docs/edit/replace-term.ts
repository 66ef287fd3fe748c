import { AppError } from "../../lib/app-error.ts";
import { createPace } from "../../lib/pace.ts";
import { formatOf, isPageFile } from "../page/page-format.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { openTree } from "../tree/open-tree.ts";
import { docsTexts, type TextScope } from "./docs-texts.ts";
import { type FileRepair, type Problem, writeRepairs } from "./repairs.ts";
import {
  type LeftKind,
  type Replacement,
  replaceInPage,
  replaceInSettings,
  type TermPart,
} from "./replace-in-page.ts";
import { type RenamedAnchors, renamedAnchors, retargetLinks } from "./retarget-links.ts";
import { spellingsOf, type TermChange, termMatcher } from "./term-matcher.ts";
import { applyEdits, editedLines } from "./text-edit.ts";

export type TermInput = TermChange &
  TextScope & { docsFolder: string; parts: ReadonlySet<TermPart> };

export type TermReplaced = {
  /** Files with the term replaced, and how often. */
  replaced: (FileRepair & { count: number })[];
  /** Files whose links follow a heading that is now called otherwise. */
  linked: FileRepair[];
  left: Left;
  problems: Problem[];
};

type Left = {
  /** Places of the term that stay, by what they are. */
  places: Partial<Record<LeftKind, number>>;
  /** Other forms of the word. */
  forms: string[];
  /** Files of settings that hold it where no reader sees it. */
  settings: string[];
  /** Pages outside the docs that hold it, and how often. */
  outside: { path: string; count: number }[];
};

/** Replaces a term in the docs, in the text readers see and in the site's settings; links to renamed headings follow. */
export async function replaceTerm(overlay: EditableFiles, input: TermInput): Promise<TermReplaced> {
  requireChange(input);
  const tree = await openTree({ files: overlay, docsFolder: input.docsFolder, pace: createPace() });
  const { results, outside } = await replacements(overlay, tree, input);
  const left = { ...leftOf(results), outside };
  const texts: Texts = new Map();
  for (const [path, { before, after }] of results)
    if (after.changed > 0) texts.set(path, { before, after: after.text });
  if (texts.size === 0) throw notFound(input.from, left);
  await followAnchors(overlay, tree, { texts, ...input });
  const files = [...texts].map(([path, text]) => {
    const edits = results.get(path)?.after.edits ?? [];
    return { path, ...text, lines: editedLines(edits, text.after), problems: [] };
  });
  const written = writeRepairs(overlay, { files, problems: [] });
  const counted = written.files.map((file) => ({
    ...file,
    count: results.get(file.path)?.after.changed ?? 0,
  }));
  return {
    replaced: counted.filter(({ count }) => count > 0),
    linked: counted.filter(({ count }) => count === 0),
    left,
    problems: written.problems,
  };
}

const longestTerm = 300;
const longestText = 5_000;

function requireChange({ from, to }: TermChange): void {
  const isWord = /[\p{L}\p{N}]/u.test(from);
  if (!isWord || from.trim().length < 2 || from.length > longestTerm || to.length > longestText) {
    const limits = `from 2 to ${longestTerm} characters, with a letter or a digit among them`;
    throw new AppError("invalid_request", `The old text must have ${limits}.`);
  }
  if (/[\r\n]/.test(from + to)) {
    throw new AppError("invalid_request", "The old and the new text are one line each.");
  }
  if (from.trim() !== to.trim()) return;
  throw new AppError("invalid_request", "The old and the new text are the same.");
}

const listParts: ReadonlySet<TermPart> = new Set(["prose", "headings"]);

/** More are not looked into. */
const mostOutside = 200;

type Results = Map<string, { before: string; after: Replacement }>;

async function replacements(
  overlay: EditableFiles,
  tree: DocsTree,
  input: TermInput,
): Promise<{ results: Results; outside: Left["outside"] }> {
  const { isPage, isSettings, isBeside } = docsTexts(tree, input);
  const matcher = termMatcher(input);
  const isWanted = (path: string) =>
    isSettings(path) ? input.parts.has("navigation") : isPage(path);
  const holding = await overlay.filesWith(spellingsOf(input.from));
  const paths = holding.filter(isWanted);
  const results: Results = new Map();
  const pace = createPace();
  for await (const { path, content: before } of overlay.readEach(paths)) {
    const isList = isSettings(path);
    // A list of pages that is written as a page is navigation as a whole.
    const parts = isList ? listParts : input.parts;
    const after =
      isList && !isPageFile(path)
        ? replaceInSettings(path, before, matcher)
        : replaceInPage(before, formatOf(path), { matcher, parts });
    results.set(path, { before, after });
    await pace();
  }
  const outside: Left["outside"] = [];
  const beside = holding.filter((path) => !isWanted(path) && isBeside(path)).slice(0, mostOutside);
  for await (const { path, content } of overlay.readEach(beside)) {
    const { changed } = replaceInPage(content, formatOf(path), { matcher, parts: input.parts });
    if (changed > 0) outside.push({ path, count: changed });
    await pace();
  }
  return { results, outside };
}

type Texts = Map<string, { before: string; after: string }>;

/** Makes links follow headings that are called otherwise now. */
async function followAnchors(
  overlay: EditableFiles,
  tree: DocsTree,
  { texts, except, otherFolders }: { texts: Texts } & Omit<TextScope, "only">,
): Promise<void> {
  const renamed: RenamedAnchors = new Map();
  const pace = createPace();
  for (const [path, text] of texts) {
    if (!isPageFile(path)) continue;
    await pace();
    const anchors = renamedAnchors(tree, { path, ...text });
    if (anchors.size > 0) renamed.set(path, anchors);
  }
  const marks = new Set(
    [...renamed.values()].flatMap((own) => [...own.keys()].map((one) => `#${one}`)),
  );
  if (marks.size === 0) return;
  const { isPage } = docsTexts(tree, { only: [], except, otherFolders });
  const paths = (await overlay.filesWith([...marks])).filter(isPage);
  for await (const { path, content: before } of overlay.readEach(paths)) {
    const text = texts.get(path)?.after ?? before;
    const after = applyEdits(text, retargetLinks(tree, { path, text }, renamed));
    if (after !== before) texts.set(path, { before, after });
    await pace();
  }
}

const mostForms = 20;

function leftOf(results: Results): Left {
  const left: Left = { places: {}, forms: [], settings: [], outside: [] };
  const forms = new Set<string>();
  for (const [path, { after }] of results) {
    for (const form of after.forms) forms.add(form);
    for (const [kind, count] of Object.entries(after.left) as [LeftKind, number][])
      if (count > 0) left.places[kind] = (left.places[kind] ?? 0) + count;
    if (after.left.navigation > 0) left.settings.push(path);
  }
  return { ...left, forms: [...forms].slice(0, mostForms) };
}

function notFound(term: string, { places, forms, outside }: Left): AppError {
  const kinds = Object.keys(places);
  const shown = term.slice(0, 80);
  if (kinds.length > 0) {
    return new AppError(
      "not_found",
      `“${shown}” stands only in parts that were not asked for (${kinds.join(", ")}).`,
    );
  }
  const others =
    forms.length > 0 ? ` Only other forms of it do: ${forms.slice(0, 5).join(", ")}.` : "";
  const names = outside.slice(0, 5).map(({ path }) => path);
  const elsewhere = names.length > 0 ? ` Pages outside the docs have it: ${names.join(", ")}.` : "";
  const text = `“${shown}” stands nowhere in what was asked for.${others}${elsewhere}`;
  return new AppError("not_found", text);
}
