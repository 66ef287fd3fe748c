import { hostileTokens, type Syntax } from "./hostile-tokens.ts";

/** A text that can be made as long as one likes. */
export type HostileText = { name: string; of(length: number): string };

export type Choice = {
  /** What is drawn is the same for the same seed. */
  seed: string;
  most: number;
};

/** Each token alone and between marks that are never closed, or closed very late; then nested, after and by turns with others. */
export function hostileTexts(syntaxes: readonly Syntax[], { seed, most }: Choice): HostileText[] {
  const tokens = [...new Set(syntaxes.flatMap((syntax) => [...hostileTokens[syntax]]))];
  const next = numbersFrom(seed);
  const draw = (list: readonly string[]) => list[next() % list.length] ?? "";
  const all = tokens.flatMap((token) => [
    repeated("", token, ""),
    repeated(draw(openings), token, draw(endings)),
    repeated(draw(openings), token, draw(endings)),
    repeated("", token + draw(tokens), ""),
    oneAfterOther(draw(openings), [token, draw(tokens)], draw(endings)),
    oneAfterOther("", [draw(tokens), token], draw(endings)),
  ]);
  all.push(...nested());
  if (all.length <= most) return all;
  return Array.from({ length: most }, () => all[next() % all.length]).filter(isText);
}

function isText(text: HostileText | undefined): text is HostileText {
  return text !== undefined;
}

/** Always the same for a seed: all combinations are far too many, and a test must not fail by chance. */
function numbersFrom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 256);
  };
}

function repeated(before: string, token: string, after: string): HostileText {
  const name = [before, `${token}…`, after].filter((part) => part !== "");
  return { name: shown(name), of: (length) => before + fill(token, length) + after };
}

function oneAfterOther(before: string, [one, other]: [string, string], after: string): HostileText {
  return {
    name: shown([before, `${one}…`, `${other}…`, after].filter((part) => part !== "")),
    of: (length) => before + fill(one, length / 2) + fill(other, length / 2) + after,
  };
}

function shown(parts: string[]): string {
  return parts.map((part) => JSON.stringify(part)).join(" + ");
}

const openings = [
  ...[
    "",
    "a",
    "\n\n",
    "---\n",
    "---\na: ",
    "+++\n",
    "[",
    "![",
    "[a](",
    "(",
    "<a ",
    "<A b={",
    "{",
    '"',
    "`",
  ],
  ...[
    "```\n",
    "```{note} ",
    "- ",
    "# ",
    "| ",
    ":::",
    "::: ",
    "::a",
    "/// a",
    "> ",
    "!!! a",
    "=== ",
    "    ",
  ],
  ...[
    "{% ",
    "{{< a ",
    ".. ",
    ".. a::\n\n   ",
    "= ",
    ":a: ",
    "a: ",
    "<!--",
    "export const a = ",
    "<td>",
  ],
];
const endings = [
  ...[
    "",
    "",
    "a",
    "!",
    "x\n\n",
    "\n\n",
    "\u2028a",
    "\u2028a",
    "]",
    ")",
    ">",
    "}",
    '"',
    "\n```\n",
    "\n---\n",
  ],
];

const brackets: [string, string][] = [
  ["[", "]"],
  ["(", ")"],
  ["{", "}"],
  ["<a>", "</a>"],
  ["<Tab title='a'>\n", "\n</Tab>\n"],
  ["**", "**"],
  ["*a", "a*"],
  ["_(", ")_"],
  ["[a](", ")"],
  ["![", "](b)"],
  ["{{<a>}}", "{{</a>}}"],
  [":::a\n", ":::\n"],
  ["<ul><li>", "</li></ul>"],
  ["<table><tr><td>", "</td></tr></table>"],
  ['{"a":', "}"],
  ["[{", "}]"],
  ["a(", ")"],
  ["`${", "}`"],
  ["(a,", ")"],
  ["/*", "*/"],
];

function nested(): HostileText[] {
  return brackets.map(([open, close]) => ({
    name: shown([`${open}…`, `${close}…`]),
    of: (length) => fill(open, length / 2) + fill(close, length / 2),
  }));
}

function fill(token: string, length: number): string {
  if (!/[§⇥]/.test(token)) return token.repeat(Math.ceil(length / token.length));
  const pieces: string[] = [];
  for (let count = 0, at = 0; at < length; count += 1) {
    const piece = token.replaceAll("§", String(count)).replaceAll("⇥", " ".repeat(count));
    pieces.push(piece);
    at += piece.length;
  }
  return pieces.join("");
}
