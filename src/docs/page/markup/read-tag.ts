import { htmlTags } from "./html-tags.ts";
import { bracesEnd, type Effort } from "./script-scan.ts";

/** An HTML or JSX tag as it stands in the text; attributes hold only plain text values. */
export type Tag = {
  name: string;
  kind: "open" | "close" | "empty";
  attributes: Map<string, string>;
  /** Attributes that are only named, or set to `{true}`. */
  flags: Set<string>;
  hasAttributes: boolean;
  end: number;
};

const longestTag = 20_000;

/** The tag that begins with the `<` at `start`. Addresses in angle brackets and comparisons are no tags. */
export function readTag(text: string, start: number, effort: Effort): Tag | undefined {
  if (effort.left <= 0) return undefined;
  const isClosing = text[start + 1] === "/";
  const nameStart = start + (isClosing ? 2 : 1);
  const name =
    /^(?:[A-Za-z][\w.-]*(?::[A-Za-z][\w-]*)?)?/.exec(text.slice(nameStart, nameStart + 80))?.[0] ??
    "";
  const tag: Tag = {
    name,
    kind: isClosing ? "close" : "open",
    attributes: new Map(),
    flags: new Set(),
    hasAttributes: false,
    end: nameStart + name.length,
  };
  if (name === "") return text[nameStart] === ">" ? { ...tag, end: nameStart + 1 } : undefined;
  const isRead = readAttributes(text, tag, Math.min(text.length, start + longestTag), effort);
  if (isRead) return tag;
  effort.left -= tag.end - start;
  return undefined;
}

/** `<your-key>` in a sentence stands for something the reader fills in; it is text, not markup. */
export function isPlaceholder(text: string, tag: Tag, isFirst: boolean): boolean {
  if (tag.hasAttributes || tag.kind === "empty" || /^$|[A-Z.:]/.test(tag.name)) return false;
  if (htmlTags.has(tag.name)) return false;
  const isAlone = isFirst && /^[ \t]*(?:\n|$)/.test(text.slice(tag.end, tag.end + 200));
  return !isAlone;
}

function readAttributes(text: string, tag: Tag, limit: number, effort: Effort): boolean {
  while (tag.end < limit) {
    const before = tag.end;
    tag.end = skipSpace(text, tag.end);
    const character = text[tag.end];
    if (character === ">") {
      tag.end += 1;
      return true;
    }
    if (character === "/" && text[tag.end + 1] === ">") {
      tag.end += 2;
      tag.kind = "empty";
      return true;
    }
    if (tag.end === before || !readAttribute(text, tag, effort)) return false;
    tag.hasAttributes = true;
  }
  return false;
}

function readAttribute(text: string, tag: Tag, effort: Effort): boolean {
  if (text[tag.end] === "{") return skipBraces(text, tag, effort);
  const name = /^[A-Za-z_:@][\w:.-]*/.exec(text.slice(tag.end, tag.end + 80))?.[0];
  if (name === undefined) return false;
  tag.end += name.length;
  const equals = skipSpace(text, tag.end);
  if (text[equals] !== "=") {
    tag.flags.add(name);
    return true;
  }
  tag.end = skipSpace(text, equals + 1);
  const valueStart = tag.end;
  if (!skipValue(text, tag, effort)) return false;
  const written = text.slice(valueStart, tag.end);
  const value = plainValue(written) ?? plainList(written);
  if (value !== undefined) tag.attributes.set(name, value);
  if (/^\{\s{0,9}true\s{0,9}\}$/.test(written)) tag.flags.add(name);
  return true;
}

function skipValue(text: string, tag: Tag, effort: Effort): boolean {
  const character = text[tag.end];
  if (character === "{") return skipBraces(text, tag, effort);
  if (character === '"' || character === "'") {
    const close = text.indexOf(character, tag.end + 1);
    if (close === -1) effort.left -= text.length - tag.end;
    if (close === -1 || close - tag.end > longestTag) return false;
    tag.end = close + 1;
    return true;
  }
  const bare = /^[^\s"'=<>`]+/.exec(text.slice(tag.end, tag.end + 500))?.[0];
  if (bare === undefined) return false;
  tag.end +=
    bare.endsWith("/") && text[tag.end + bare.length] === ">" ? bare.length - 1 : bare.length;
  return true;
}

function skipBraces(text: string, tag: Tag, effort: Effort): boolean {
  const end = bracesEnd(text, tag.end, effort);
  if (end === undefined) return false;
  tag.end = end;
  return true;
}

/** The text of a quoted value, also inside braces: `"x"`, `'x'`, `{"x"}`. Any other expression has none. */
export function plainValue(source: string): string | undefined {
  const inner = source.startsWith("{") ? source.slice(1, -1).trim() : source;
  const quote = inner.charAt(0);
  if (!"\"'`".includes(quote) || quote === "" || inner.length < 2) return undefined;
  if (inner.at(-1) !== quote) return undefined;
  const value = inner.slice(1, -1);
  const bare = value.includes("\\") ? value.replace(/\\./gs, "") : value;
  if (bare.includes(quote) || (quote === "`" && bare.includes("${"))) return undefined;
  return source === inner ? value : unescaped(value);
}

/** HTML has no escapes in its values; a string of JavaScript has. */
function unescaped(value: string): string {
  return value.replace(/\\(.)/gs, (_, character: string) =>
    "nrt".includes(character) ? " " : character,
  );
}

/** The words of a list of plain strings: `{["npm", "pnpm"]}`. */
function plainList(source: string): string | undefined {
  if (source.length > 2000 || !/^\{\s{0,9}\[/.test(source)) return undefined;
  const items = [...source.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)];
  const rest = source.replace(/"[^"\n]*"|'[^'\n]*'/g, "");
  if (items.length === 0 || /[^\s,[\]{}]/.test(rest)) return undefined;
  return items.map((item) => item[1] ?? item[2]).join(", ");
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && " \t\n\r".includes(text.charAt(index))) index += 1;
  return index;
}
