const maxPatterns = 300;
const maxLength = 500;
const maxAlternatives = 32;
/** For one path against all patterns; ordinary ones take a few dozen each. */
const maxSteps = 30_000;

/** Whether a path matches one of the patterns: `*`, `**`, `?` and `{a,b}`. A path that takes too many steps matches none. */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const compiled = patterns.slice(0, maxPatterns).flatMap(compile);
  return (path) => {
    const segments = path.split("/");
    const room = { left: maxSteps };
    return compiled.some((pattern) => matchesPath(pattern, segments, room));
  };
}

/** The same for lines of a gitignore file: the last line that matches decides, `!` takes back. */
export function ignoreMatcher(text: string): (path: string) => boolean {
  const rules = text
    .split("\n", maxPatterns)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ ignores: !line.startsWith("!"), patterns: ignorePatterns(line) }));
  return (path) => {
    const segments = path.split("/");
    const room = { left: maxSteps };
    const rule = rules.findLast(({ patterns }) =>
      patterns.some((pattern) => matchesPath(pattern, segments, room)),
    );
    return rule?.ignores ?? false;
  };
}

function ignorePatterns(line: string): string[][] {
  const bare = line.replace(/^!/, "").replace(/\/$/, "");
  const isAnchored = bare.includes("/");
  const pattern = isAnchored ? bare.replace(/^\//, "") : `**/${bare}`;
  const inside = compile(`${pattern}/**`);
  return line.endsWith("/") ? inside : [...compile(pattern), ...inside];
}

function compile(pattern: string): string[][] {
  if (pattern.length > maxLength) return [];
  return expandBraces(pattern.replace(/^\.?\//, "")).map((text) => text.split("/"));
}

function expandBraces(pattern: string): string[] {
  let texts = [pattern];
  for (let round = 0; round < 5; round += 1) {
    const next = texts.flatMap((text) => {
      const match = /\{([^{}]*)\}/.exec(text);
      if (match?.[1] === undefined) return [text];
      const rest = text.slice(match.index + match[0].length);
      return match[1].split(",").map((choice) => text.slice(0, match.index) + choice + rest);
    });
    texts = next.slice(0, maxAlternatives);
  }
  return texts;
}

type Room = { left: number };

function matchesPath(pattern: string[], segments: string[], room: Room): boolean {
  const fits = (mark: string, name: string) => matchesName(mark, name, room);
  return matchesAll({ pattern, items: segments, star: "**", fits, room });
}

function matchesName(pattern: string, name: string, room: Room): boolean {
  if (pattern === "*" || pattern === name) return true;
  if (!/[*?]/.test(pattern)) return false;
  const fits = (mark: string, letter: string) => mark === "?" || mark === letter;
  return matchesAll({ pattern, items: name, star: "*", fits, room });
}

type Match = {
  pattern: ArrayLike<string>;
  items: ArrayLike<string>;
  /** The mark that stands for any run of items. */
  star: string;
  fits(mark: string, item: string): boolean;
  room: Room;
};

/** Wildcard matching that only ever goes back to the last star, so it cannot take exponential time. */
function matchesAll({ pattern, items, star, fits, room }: Match): boolean {
  let at = 0;
  let lastStar = -1;
  let retry = 0;
  for (let index = 0; index < items.length; ) {
    room.left -= 1;
    if (room.left < 0) return false;
    const mark = pattern[at];
    if (mark === star) {
      lastStar = at;
      retry = index;
      at += 1;
      continue;
    }
    if (mark !== undefined && fits(mark, items[index] ?? "")) {
      at += 1;
      index += 1;
      continue;
    }
    if (lastStar === -1) return false;
    retry += 1;
    index = retry;
    at = lastStar + 1;
  }
  while (pattern[at] === star) at += 1;
  return at >= pattern.length;
}
