/** A tag that is valid in MDX beyond doubt. */
export type PlainTag = { kind: "open" | "close" | "empty"; name: string; end: number };

const name = /<(\/?)([A-Za-z][\w$]*(?:\.[A-Za-z]\w*|-[\w-]+)?)/y;
const attribute = /[ \t\n]+[A-Za-z_$][\w$-]*(?::[A-Za-z][\w-]*)?([ \t]*=[ \t]*(?=["'{]))?/y;
const text = /"[^"\n]*"|'[^'\n]*'/y;
const close = /\s*(\/?)>/y;

/** Reads the tag at a place; undefined for whatever is not plain: fragments, spread attributes, a blank line in it. */
export function readPlainTag(source: string, at: number, depth = 0): PlainTag | undefined {
  const begun = match(name, source, at);
  if (begun === null) return undefined;
  const isClosing = begun[1] === "/";
  const end = isClosing ? name.lastIndex : attributesEnd(source, name.lastIndex, depth);
  const closed = end === undefined ? null : match(close, source, end);
  if (closed === null || (isClosing && closed[1] === "/")) return undefined;
  const kind = isClosing ? "close" : closed[1] === "/" ? "empty" : "open";
  const stop = close.lastIndex;
  if (/\n[ \t]*\n/.test(source.slice(at, stop))) return undefined;
  return { kind, name: begun[2] ?? "", end: stop };
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function attributesEnd(source: string, start: number, depth: number): number | undefined {
  let end = start;
  for (;;) {
    const found = match(attribute, source, end);
    if (found === null) return end;
    end = attribute.lastIndex;
    if (found[1] === undefined) continue;
    const value = source[end] === "{" ? bracesEnd(source, end, depth) : textEnd(source, end);
    if (value === undefined) return undefined;
    end = value;
  }
}

function textEnd(source: string, at: number): number | undefined {
  return match(text, source, at) === null ? undefined : text.lastIndex;
}

const blank = /\s*/y;
const atom =
  /(?:true|false|null|undefined)(?![\w$])|-?\d{1,15}(?:\.\d{1,15})?(?![\w$.])|"(?:[^"\\\n]|\\[nt"'\\])*"|'(?:[^'\\\n]|\\[nt"'\\])*'|`[^`\\$]*`/y;
const key = /(?:[A-Za-z_$][\w$]*|"[^"\\\n]*"|'[^'\\\n]*')\s*:/y;
const mostNested = 50;

function bracesEnd(source: string, at: number, depth: number): number | undefined {
  const end = literalEnd(source, afterBlank(source, at + 1), depth);
  const brace = end === undefined ? 0 : afterBlank(source, end);
  return source[brace] === "}" ? brace + 1 : undefined;
}

function afterBlank(source: string, at: number): number {
  match(blank, source, at);
  return blank.lastIndex;
}

/** Where an element ends that holds nothing but other elements, as pictures do. */
function elementEnd(source: string, at: number, depth: number): number | undefined {
  const open: string[] = [];
  let next = at;
  do {
    const tag = depth >= mostNested ? undefined : readPlainTag(source, next, depth + 1);
    if (tag === undefined || open.length >= mostNested) return undefined;
    if (tag.kind === "open") open.push(tag.name);
    if (tag.kind === "close" && open.pop() !== tag.name) return undefined;
    next = open.length === 0 ? tag.end : afterBlank(source, tag.end);
  } while (open.length > 0);
  return next;
}

/** Where plain data ends: texts and numbers, lists and records of them. */
function literalEnd(source: string, at: number, depth: number): number | undefined {
  const opened = source[at];
  if (opened === "<") return elementEnd(source, at, depth);
  if (opened !== "[" && opened !== "{") {
    return match(atom, source, at) === null ? undefined : atom.lastIndex;
  }
  const closing = opened === "[" ? "]" : "}";
  let next = afterBlank(source, at + 1);
  while (source[next] !== closing) {
    if (depth >= mostNested) return undefined;
    if (opened === "{") {
      if (match(key, source, next) === null) return undefined;
      next = afterBlank(source, key.lastIndex);
    }
    const end = literalEnd(source, next, depth + 1);
    if (end === undefined) return undefined;
    next = afterBlank(source, end);
    if (source[next] === ",") next = afterBlank(source, next + 1);
    else if (source[next] !== closing) return undefined;
  }
  return next + 1;
}
