export type Fence = { marker: string; length: number };

/** What is open at the end of a line, as CommonMark sees it. */
export type Blocks = {
  /** The columns by which each open list item is indented inside the one around it. */
  items: number[];
  leaf: "none" | "paragraph";
  fence: Fence | undefined;
  /** A line like the second one of a table came since the last empty line. */
  isTable: boolean;
  /** Renderers disagree about what is open, as they do inside quotes: only a fence at the margin is then taken for code. */
  isUncertain: boolean;
  isAfterBlank: boolean;
};

type LineKind = "code" | "fence-open" | "fence-close" | "text";
type LineReading = { kind: LineKind; after: Blocks };

export const noBlocks: Blocks = {
  items: [],
  leaf: "none",
  fence: undefined,
  isTable: false,
  isUncertain: false,
  isAfterBlank: true,
};

const mostItems = 20;
const trailingSpace = /(?<! ) +$/;
const listMarker = /^(?:[-*+]|(\d{1,9})[.)])(?= |$)/;
const thematicBreak = /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const delimiterRow = /^[ >|:-]+$/;

/** Reads one line without its end. HTML and link definitions never leave, so nothing here knows them. */
export function readLine(before: Blocks, written: string): LineReading {
  const line = withoutTabs(written);
  const { matched, at } = matchItems(before.items, line);
  const isAll = matched === before.items.length;
  if (before.fence !== undefined && isAll) return readFenced(before, before.fence, line.slice(at));
  const state: State = {
    before,
    line,
    at,
    isAll,
    items: before.items.slice(0, matched),
    hasNew: false,
    isParagraph: before.leaf === "paragraph",
    isUncertain: before.isUncertain && !startsAfresh(before, line),
  };
  if (textAt(line, at) === "") return blank(state);
  return readStarts(state);
}

type State = {
  before: Blocks;
  line: string;
  /** Up to here it is read. */
  at: number;
  isAll: boolean;
  items: number[];
  hasNew: boolean;
  isParagraph: boolean;
  isUncertain: boolean;
};

/** How many of the open list items the line is indented far enough for. */
function matchItems(items: number[], line: string): { matched: number; at: number } {
  let matched = 0;
  let at = 0;
  for (const width of items) {
    if (spacesAt(line, at) >= width) at += width;
    else if (textAt(line, at) !== "") break;
    matched += 1;
  }
  return { matched, at };
}

function readFenced(before: Blocks, fence: Fence, line: string): LineReading {
  const rest = textAt(line, 0).replace(trailingSpace, "");
  const isRun = rest.length >= fence.length && rest === fence.marker.repeat(rest.length);
  if (!isRun || spacesAt(line, 0) > 3) return { kind: "code", after: before };
  return { kind: "fence-close", after: { ...before, fence: undefined, isAfterBlank: false } };
}

/** Text at the margin after an empty line closes every list and quote, whatever was open. */
function startsAfresh(before: Blocks, line: string): boolean {
  return before.isAfterBlank && /^[^\s>]/.test(line);
}

function blank(state: State): LineReading {
  return done(state, "text", { leaf: "none", isTable: false, isAfterBlank: true });
}

function readStarts(state: State): LineReading {
  while (state.items.length < mostItems) {
    const indent = spacesAt(state.line, state.at);
    const rest = textAt(state.line, state.at);
    if (indent > 3) return deepLine(state, rest);
    if (rest.startsWith(">")) break;
    const leaf = readLeaf(state, rest);
    if (leaf !== undefined) return leaf;
    const item = readItem(state, rest, indent);
    if (item === undefined) return paragraph(state, rest);
    open(state, item);
  }
  return done({ ...state, isUncertain: true }, "text", { leaf: "paragraph" });
}

function open(state: State, width: number): void {
  state.items = [...state.items, width];
  state.hasNew = true;
  state.isParagraph = false;
}

/** Four columns in: the paragraph goes on, or it is indented code. */
function deepLine(state: State, rest: string): LineReading {
  if (state.isParagraph) return paragraph(state, rest);
  return done(state, "text", { leaf: "none" });
}

function readLeaf(state: State, rest: string): LineReading | undefined {
  const run = /^(`{3,}|~{3,})([^\n]*)/.exec(rest);
  const marker = run?.[1]?.charAt(0);
  // Some renderers take an opening line with a pipe in it for the head of a table.
  if (run && marker && !/[`|]/.test(run[2] ?? "")) {
    const fence = { marker, length: run[1]?.length ?? 3 };
    return done(state, "fence-open", { leaf: "none", fence });
  }
  const continues = state.isParagraph && state.isAll && !state.hasNew;
  const isUnderline = continues && !state.before.isTable && /^(?:=+|-+) *$/.test(rest);
  if (isUnderline || /^#{1,6}(?: |$)/.test(rest) || thematicBreak.test(rest)) {
    return done(state, "text", { leaf: "none" });
  }
  return undefined;
}

function readItem(state: State, rest: string, indent: number): number | undefined {
  const match = listMarker.exec(rest);
  if (match === null) return undefined;
  const length = match[0].length;
  const isEmpty = /^ *$/.test(rest.slice(length));
  const interrupts = state.isParagraph && state.isAll && !state.hasNew;
  if (interrupts && (isEmpty || (match[1] !== undefined && Number(match[1]) !== 1))) {
    if (state.before.isTable) state.isUncertain = true;
    return undefined;
  }
  if (isEmpty || (state.isParagraph && !state.isAll && indent > 0)) state.isUncertain = true;
  state.at += indent + length;
  const gap = spacesAt(state.line, state.at);
  const padding = isEmpty || gap > 4 ? 1 : gap;
  state.at += Math.min(padding, gap);
  return indent + length + padding;
}

/** A line that only goes on with a paragraph leaves every item open, however it is indented. */
function paragraph(state: State, rest: string): LineReading {
  const { before } = state;
  const continues = state.isParagraph && !state.hasNew;
  if (!continues) return done(state, "text", { leaf: "paragraph" });
  const isOdd = before.isTable ? !rest.includes("|") : isDelimiter(rest) && before.items.length > 0;
  const isUncertain = state.isUncertain || isOdd;
  return done({ ...state, items: before.items, isUncertain }, "text", { leaf: "paragraph" });
}

function isDelimiter(line: string): boolean {
  return delimiterRow.test(line) && line.includes("-") && /[|:]/.test(line);
}

/** In doubt, only a fence at the margin is surely one. */
function done(state: State, kind: LineKind, after: Partial<Blocks>): LineReading {
  const { items, isUncertain } = state;
  if (kind === "fence-open" && isUncertain && !/^[`~]/.test(state.line)) {
    return done(state, "text", { leaf: "paragraph" });
  }
  const isTable = kind === "text" && (state.before.isTable || isDelimiter(state.line));
  return {
    kind,
    after: { ...noBlocks, isAfterBlank: false, items, isUncertain, isTable, ...after },
  };
}

/** With spaces for tabs, so that places are columns. */
function withoutTabs(line: string): string {
  let added = 0;
  return line.replace(/\t/g, (_, at: number) => {
    const width = 4 - ((at + added) % 4);
    added += width - 1;
    return " ".repeat(width);
  });
}

function spacesAt(line: string, at: number): number {
  let end = at;
  while (line[end] === " ") end += 1;
  return end - at;
}

/** The rest of the line from its first character that is no space; others that look blank are text. */
function textAt(line: string, at: number): string {
  return line.slice(at + spacesAt(line, at));
}
