import { isBlank } from "../line-page.ts";

/** What a page gives names to. */
export type RstNames = {
  /** Addresses by the names that text uses for them. */
  links: Map<string, string>;
  /** What `|name|` stands for. */
  substitutions: Map<string, string>;
  /** Titles by the label in front of them. */
  labels: Map<string, string>;
  /** How many characters may still be put in for names. */
  room: { left: number };
  /** Signs in the text are only signs. */
  isPlain: boolean;
};

const mostNames = 5_000;
const mostInserted = 500_000;
const target = /^\s{0,80}\.\. _(`[^`]{1,200}`|[^:`]{1,200}):(?:\s+(\S.{0,1500}))?$/;
const substitution =
  /^\s{0,80}\.\. \|([^|]{1,100})\|\s{1,9}(replace|unicode|image)::(?:\s+(.{0,1000}))?$/;

/** Names may be used before they are given. */
export function readNames(lines: string[], values?: ReadonlyMap<string, string>): RstNames {
  const names: RstNames = {
    links: new Map(),
    substitutions: new Map(values),
    labels: new Map(),
    room: { left: mostInserted },
    isPlain: false,
  };
  let waiting: string[] = [];
  let left = mostNames;
  for (const [at, line] of lines.entries()) {
    if (isBlank(line) || left <= 0) continue;
    const [, label = "", address] = target.exec(line) ?? [];
    if (label !== "") {
      left -= 1;
      const name = nameOf(label.replaceAll("`", ""));
      if (address === undefined) waiting.push(name);
      else names.links.set(name, address.replace(/\s/g, ""));
      continue;
    }
    if (waiting.length > 0) {
      const title = isAdornment(line) ? lines[at + 1]?.trim() : line.trim();
      if (isAdornment(line) || isAdornment(lines[at + 1] ?? ""))
        for (const name of waiting) names.labels.set(name, title ?? "");
      waiting = [];
    }
    const [, name, kind, text = ""] = substitution.exec(line) ?? [];
    if (name === undefined) continue;
    left -= 1;
    names.substitutions.set(nameOf(name), kind === "replace" ? text : "");
  }
  return names;
}

export function nameOf(written: string): string {
  return written.toLowerCase().replace(/\s+/g, " ").trim();
}

/** A line that sets off a title: one sign, three times or more. */
export function isAdornment(line: string): boolean {
  const sign = line.charAt(0);
  return line.length >= 3 && /[!-/:-@[-`{-~]/.test(sign) && line === sign.repeat(line.length);
}
