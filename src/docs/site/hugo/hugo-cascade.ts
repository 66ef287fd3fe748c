import { isRecord } from "../../values/plain-record.ts";
import { memberOf, recordOf, type StaticValue, textOf } from "../../values/static-value.ts";
import { globMatcher } from "../glob.ts";
import { nameOf } from "../paths.ts";
import { type Matter, matterOf } from "./hugo-dates.ts";

type Rule = {
  isPath(path: string): boolean;
  isKind(kind: string): boolean;
  values: Matter;
};

const maxRules = 100;
const handedDown = ["draft", "headless", "build", "_build", "date", "publishdate", "expirydate"];

/** What decides about publishing a page: its own front matter, then what sections hand down, the nearest first, then the settings. */
export function cascadeOf(config: StaticValue) {
  const general = rulesOf(plainValue(memberOf(config, "cascade"), 0));
  const known = new WeakMap<object, Rule[]>();
  const rulesIn = (metadata: Record<string, unknown>) => {
    const held = known.get(metadata) ?? rulesOf(matterOf(metadata).get("cascade"));
    known.set(metadata, held);
    return held;
  };
  return (inside: string, own: Matter, sections: Record<string, unknown>[]): Matter => {
    const path = inside.toLowerCase().replace(/(?:^|\/)_?index$/, "");
    const isFolder = nameOf(inside) === "_index";
    const kind = isFolder ? (path === "" ? "home" : "section") : "page";
    const rules = [...sections.flatMap(rulesIn), ...general].filter(
      (rule) => rule.isKind(kind) && rule.isPath(path),
    );
    if (rules.length === 0) return own;
    const given = handedDown.flatMap((key): [string, unknown][] => {
      const rule = rules.find(({ values }) => values.has(key));
      return rule === undefined ? [] : [[key, rule.values.get(key)]];
    });
    return new Map([...given, ...own]);
  };
}

function rulesOf(cascade: unknown): Rule[] {
  const all: unknown[] = Array.isArray(cascade) ? cascade : [cascade];
  return all.slice(0, maxRules).flatMap((one) => {
    if (!isRecord(one)) return [];
    const target = one.target ?? one._target;
    const [paths, kinds] = ["path", "kind"].map((key) => textsIn(target, key));
    const isPath = paths?.length ? globMatcher(paths.flatMap(alternatives)) : () => true;
    const isKind = (kind: string) => !kinds?.length || kinds.some((text) => text.includes(kind));
    return { isPath, isKind, values: matterOf(one) };
  });
}

function textsIn(target: unknown, key: string): string[] {
  const held = isRecord(target) ? target[key] : undefined;
  return (Array.isArray(held) ? held : [held]).filter((text) => typeof text === "string");
}

/** `{/a/**,/b/**}` holds several paths, each with a slash of its own at its start. The folder itself is not inside. */
function alternatives(pattern: string): string[] {
  const inner = /^\{([^{}]*)\}$/.exec(pattern)?.[1];
  const paths = inner === undefined ? [pattern] : inner.split(",");
  return paths.map((path) => path.replace(/\/\*\*$/, "/**/*"));
}

/** A value of the settings as front matter would have it. */
function plainValue(value: StaticValue, depth: number): unknown {
  if (depth > 5) return undefined;
  if (Array.isArray(value)) return value.map((item) => plainValue(item, depth + 1));
  const record = recordOf(value);
  if (record === undefined) return textOf(value) ?? value;
  return Object.fromEntries([...record].map(([key, held]) => [key, plainValue(held, depth + 1)]));
}
