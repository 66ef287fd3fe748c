import { codeSpan, escapeMarkdown, linkTarget } from "../../../text/markdown-writing.ts";
import { nameOf, type RstNames } from "./rst-names.ts";
import { headingSlug } from "./rst-section.ts";

/** The text of a paragraph as Markdown, with as many line ends as before. */
export function rstInline(text: string, names: RstNames): string {
  if (names.isPlain) return escapeMarkdown(text);
  const scan: Scan = { text, names, at: 0, pieces: [], missing: new Set() };
  for (const { 0: mark, index } of text.matchAll(/``|\*\*|[`*|\\_]/g)) {
    if (index < scan.at) continue;
    readMark(scan, mark, index);
  }
  addText(scan, text.length);
  return scan.pieces.join("");
}

type Scan = {
  text: string;
  names: RstNames;
  /** Everything before is written. */
  at: number;
  pieces: string[];
  /** Marks that do not come again, so that nobody looks twice. */
  missing: Set<string>;
};

function addText(scan: Scan, end: number): void {
  if (end > scan.at) scan.pieces.push(escapeMarkdown(scan.text.slice(scan.at, end)));
  scan.at = Math.max(scan.at, end);
}

/** Puts `shown` in the place of what is written up to `end`; line ends that it lost follow it. */
function replace(scan: Scan, start: number, end: number, shown: string): void {
  addText(scan, start);
  const lost = lineEnds(scan.text.slice(start, end)) - lineEnds(shown);
  scan.pieces.push(shown + "\n".repeat(Math.max(0, lost)));
  scan.at = end;
}

function lineEnds(text: string): number {
  return text.split("\n").length - 1;
}

function closing(scan: Scan, mark: string, from: number): number {
  if (scan.missing.has(mark)) return -1;
  const end = scan.text.indexOf(mark, from);
  if (end === -1) scan.missing.add(mark);
  return end;
}

function readMark(scan: Scan, mark: string, at: number): void {
  const { text } = scan;
  if (mark === "\\") {
    const next = text.charAt(at + 1);
    replace(scan, at, at + 2, /\s/.test(next) ? "" : escapeMarkdown(next));
    return;
  }
  if (mark === "_") {
    readReference(scan, at);
    return;
  }
  const from = at + mark.length;
  const end = closing(scan, mark, from);
  if (end === -1 || end === from || /\s/.test(text.charAt(from))) return;
  const inner = text.slice(from, end);
  if (mark === "``") replace(scan, at, end + 2, codeSpan(inner));
  else if (mark === "`") readInterpreted(scan, at, end);
  else if (mark === "|") readSubstitution(scan, at, end);
  else if (!/\w$/.test(text.slice(Math.max(0, at - 1), at)) && !/\s$/.test(inner)) {
    const isWords = mark === "**" && /^[\p{L}\p{N}][^*`]*[\p{L}\p{N}]$/u.test(inner);
    const shown = escapeMarkdown(inner);
    replace(scan, at, end + mark.length, isWords ? `**${shown}**` : shown);
  }
}

/** `name_` and `[1]_`: the mark of a reference says nothing to a reader. */
function readReference(scan: Scan, at: number): void {
  const { text, names } = scan;
  const end = at + 1;
  if (/[\p{L}\p{N}_]/u.test(text.charAt(end))) return;
  const before = text.slice(Math.max(scan.at, at - 100), at);
  const note = /\[(?:#?[\w.-]{0,60}|\*)\]$/.exec(before);
  if (note !== null) {
    replace(scan, at - note[0].length, end, "");
    return;
  }
  const word = /[\p{L}\p{N}](?:[\p{L}\p{N}._+:-]{0,98}[\p{L}\p{N}])?$/u.exec(before)?.[0];
  if (word === undefined) return;
  const address = names.links.get(nameOf(word));
  if (address !== undefined) replace(scan, at - word.length, end, linkTo(word, address));
  else if (names.labels.has(nameOf(word))) replace(scan, at, end, "");
}

function readSubstitution(scan: Scan, at: number, end: number): void {
  const inner = scan.text.slice(at + 1, end);
  const value = scan.names.substitutions.get(nameOf(inner));
  const { room } = scan.names;
  if (value === undefined || value.length > room.left) return;
  room.left -= value.length;
  const rest = /^__?(?![\p{L}\p{N}])/u.exec(scan.text.slice(end + 1, end + 4))?.[0] ?? "";
  const flat = { ...scan.names, substitutions: new Map<string, string>() };
  replace(scan, at, end + 1 + rest.length, rstInline(value, flat));
}

const role = "[\\w+.-]{1,40}(?::[\\w+.-]{1,40}){0,2}";
const roleBefore = new RegExp(`:(${role}):$`);
const roleAfter = new RegExp(`^:(${role}):`);

/** `` `text` `` with what stands around it: a role, or the mark of a reference. */
function readInterpreted(scan: Scan, at: number, end: number): void {
  const { text, names } = scan;
  const inner = text.slice(at + 1, end);
  const before = roleBefore.exec(text.slice(Math.max(scan.at, at - 130), at));
  const after = text.slice(end + 1, end + 132);
  if (before !== null) {
    replace(scan, at - before[0].length, end + 1, roleText(before[1] ?? "", inner, names));
    return;
  }
  const mark = /^__?(?![\p{L}\p{N}])/u.exec(after)?.[0];
  const follows = roleAfter.exec(after);
  const isTarget = text.charAt(at - 1) === "_" && at > scan.at;
  if (mark !== undefined) replace(scan, at, end + 1 + mark.length, referenceText(inner, names));
  else if (follows !== null)
    replace(scan, at, end + 1 + follows[0].length, roleText(follows[1] ?? "", inner, names));
  else if (isTarget) replace(scan, at - 1, end + 1, escapeMarkdown(inner));
  else
    replace(
      scan,
      at,
      end + 1,
      /^\S+$|[_=(){}<>]/.test(inner) ? codeSpan(inner) : escapeMarkdown(inner),
    );
}

/** The parts of `text <target>`. */
function splitTarget(inner: string): { shown: string; target: string } {
  const open = inner.endsWith(">") ? inner.lastIndexOf("<") : -1;
  if (open === -1) return { shown: inner, target: inner };
  const target = inner.slice(open + 1, -1).replace(/\s+/g, "");
  return { shown: inner.slice(0, open).trim() || target, target };
}

function referenceText(inner: string, names: RstNames): string {
  const { shown, target } = splitTarget(inner);
  const name = target.endsWith("_") ? target.slice(0, -1) : target;
  return linkTo(shown, names.links.get(nameOf(name)) ?? target);
}

function linkTo(text: string, address: string): string {
  const shown = escapeMarkdown(text);
  return /^(?:https?|mailto):/i.test(address) ? `[${shown}](${linkTarget(address)})` : shown;
}

const codeRoles = new Set(
  "class func function meth method mod module attr data exc obj const code literal file command program option envvar kbd samp confval fixture hook makevar regexp token keyword setting var type member macro expr math globalvar lookup djadmin ttag tfilter".split(
    " ",
  ),
);
const calls = /^(?:func|function|meth|method)$/;
const placeRoles = /^(?:ref|doc|numref|any|term|download|keyword|std-ref|external)$/;

/** A role's text as readers see it: the title, the last name of a dotted one after `~`, code as code. */
function roleText(written: string, inner: string, names: RstNames): string {
  const parts = written.toLowerCase().split(":");
  const name = parts.at(-1) ?? "";
  const { shown, target } = splitTarget(inner.replace(/^!/, ""));
  const hasTitle = shown !== target;
  if (name === "pep" || name === "rfc")
    return escapeMarkdown(hasTitle ? shown : `${name.toUpperCase()} ${shown}`);
  if (name === "abbr") return escapeMarkdown(inner);
  if (placeRoles.test(name))
    return placeLink(name, { shown: hasTitle ? shown : placeText(target, names), target }, names);
  const isCode = codeRoles.has(name) || (parts.length > 1 && parts[0] !== "std");
  if (!isCode || (hasTitle && /\s/.test(shown))) return escapeMarkdown(shown);
  const short = shown.startsWith("~") ? shown.slice(shown.lastIndexOf(".") + 1) : shown;
  const bare = short.replace(/^[~.]/, "");
  return codeSpan(calls.test(name) && !hasTitle && !bare.endsWith(")") ? `${bare}()` : bare);
}

/** A page is led to by its path, a label of this page by its heading; what is elsewhere is named alone. */
function placeLink(
  role: string,
  { shown, target }: { shown: string; target: string },
  names: RstNames,
): string {
  const text = escapeMarkdown(shown);
  const title = names.labels.get(nameOf(target));
  if (role === "doc" && /^[\w/.-]{1,300}$/.test(target)) return `[${text}](${linkTarget(target)})`;
  if (role !== "ref" || title === undefined) return text;
  const anchor = headingSlug(title);
  return anchor === "" ? text : `[${text}](#${anchor})`;
}

/** A place without a title: that of the label on this page, or its name in words. */
function placeText(target: string, names: RstNames): string {
  const own = names.labels.get(nameOf(target));
  if (own !== undefined) return own;
  const last =
    target
      .split(/[/:]/)
      .filter((part) => part !== "")
      .at(-1) ?? target;
  return last.replace(/[-_]+/g, " ");
}
