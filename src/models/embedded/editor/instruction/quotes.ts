/** A quoted piece of the instruction: its text, and whether the quotes were backticks. `isBody`: no quotes but a colon led to it. */
export type Quote = { text: string; raw: string; isCode: boolean; isBody?: boolean };

/** The instruction with each quoted piece replaced by a mark, so that its words cannot pass for the instruction's own. */
export type Masked = { text: string; quotes: Quote[] };

const longestQuote = 20_000;
const longestSingle = 400;
const closing = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["»", "«"],
  ["”", "”"],
  ["‘", "’"],
  ["'", "'"],
  ["`", "`"],
]);

export function maskQuotes(instruction: string): Masked {
  const text = instruction.replace(/[\uE000\uE001]/g, "");
  const quotes: Quote[] = [];
  const pieces: string[] = [];
  const next = finder(text);
  let at = 0;
  let copied = 0;
  while (at < text.length && quotes.length < 1000) {
    const end = closing.has(text.charAt(at)) ? quoteEnd(text, at, next) : undefined;
    if (end === undefined) {
      at += text[at] === "`" ? ticksAt(text, at) : 1;
      continue;
    }
    pieces.push(text.slice(copied, at), `\uE000${quotes.length}\uE001`);
    quotes.push(quoteOf(text.slice(at, end)));
    at = end;
    copied = end;
  }
  pieces.push(text.slice(copied));
  return { text: pieces.join(""), quotes };
}

/** The words as the person wrote them, quotes included. */
export function unmask(text: string, quotes: Quote[]): string {
  return text.replace(/\uE000(\d{1,5})\uE001/g, (_, index) => quotes[Number(index)]?.raw ?? "");
}

type Find = (mark: string, from: number) => number;

/** Where a mark comes next; places are asked for in order, so what was found stays right until it is passed. */
function finder(text: string): Find {
  const found = new Map<string, number>();
  return (mark, from) => {
    const known = found.get(mark);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const at = text.indexOf(mark, from);
    found.set(mark, at);
    return at;
  };
}

function quoteEnd(text: string, start: number, next: Find): number | undefined {
  const open = text.charAt(start);
  if (open === "`") return codeEnd(text, start);
  const close = closing.get(open) ?? "";
  // An apostrophe stands inside or after a word; a quotation begins after a space and ends before one.
  const isSingle = open === "'" || open === "‘";
  if (/[\p{L}\p{N}]/u.test(text.charAt(start - 1))) return undefined;
  if (isSingle) return singleEnd(text, start, close);
  const at = next(close, start + 1);
  return at <= start + 1 || at >= start + longestQuote ? undefined : at + 1;
}

function singleEnd(text: string, start: number, close: string): number | undefined {
  const limit = Math.min(text.length, start + longestSingle);
  for (let at = start + 1; at < limit; at += 1) {
    if (text[at] !== close) continue;
    if (at === start + 1) return undefined;
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at + 1))) return at + 1;
  }
  return undefined;
}

function codeEnd(text: string, start: number): number | undefined {
  const ticks = ticksAt(text, start);
  const limit = start + longestQuote;
  const mark = "`".repeat(ticks);
  for (let at = text.indexOf(mark, start + ticks); at !== -1 && at < limit; ) {
    let end = at + ticks;
    while (text[end] === "`") end += 1;
    if (end - at === ticks) return end;
    at = text.indexOf(mark, end);
  }
  return undefined;
}

function ticksAt(text: string, start: number): number {
  let ticks = 1;
  while (text[start + ticks] === "`") ticks += 1;
  return ticks;
}

function quoteOf(raw: string): Quote {
  const ticks = /^`+/.exec(raw)?.[0].length ?? 0;
  if (ticks >= 3) return { raw, text: raw, isCode: true };
  const width = Math.max(1, ticks);
  const inner = raw.slice(width, -width);
  const isPadded = ticks > 0 && /^ .* $/s.test(inner) && inner.includes("`");
  return { raw, text: isPadded ? inner.slice(1, -1) : inner, isCode: ticks > 0 };
}
