import { valueOfData } from "../values/read-data.ts";
import { readScriptTokens, type ScriptToken } from "../values/script-tokens.ts";
import { isComputed, isText, recordOf, type StaticValue } from "../values/static-value.ts";

type Edited = { path: string; before: string; after: string };

/** Whether two states of a file of data differ in the given names at its top alone; what cannot be read differs. */
export function sameBeside({ path, before, after }: Edited, names: readonly string[]): boolean {
  const [old, now] = [before, after].map((text) => recordOf(valueOfData(text, path)));
  if (old === undefined || now === undefined || hasComputed(now)) return false;
  const rest = (record: typeof old) =>
    JSON.stringify([...record].filter(([key]) => !names.includes(key)).map(plain));
  // Tags decide what a value is made into, and are no part of it.
  const isTagged = /\.(?:ya?ml|pages)$/.test(path) && tagsOf(before) !== tagsOf(after);
  return rest(old) === rest(now) && !isTagged;
}

function hasComputed(value: StaticValue): boolean {
  if (isComputed(value)) return true;
  const record = recordOf(value);
  const held = record === undefined ? value : [...record.values()];
  return Array.isArray(held) && held.some(hasComputed);
}

function plain(value: StaticValue | [string, StaticValue]): unknown {
  if (Array.isArray(value)) return value.map((one) => (typeof one === "string" ? one : plain(one)));
  const record = recordOf(value);
  if (record !== undefined) return { record: [...record].map(plain) };
  return isText(value) ? { text: value.value } : value;
}

function tagsOf(yaml: string): string {
  return JSON.stringify(yaml.match(/(?<=^|[\s[{,])![^\s,\]}]*/gm) ?? []);
}

/** Whether a script runs nothing that it did not run before: its values may differ, entries may come and code may go. */
export function sameCode({ before, after }: Omit<Edited, "path">): boolean {
  const old = codeOf(before);
  let at = 0;
  for (const text of codeOf(after)) {
    while (at < old.length && old[at] !== text) at += 1;
    if (at === old.length) return false;
    at += 1;
  }
  return true;
}

const listMarks = new Set(["{", "}", "[", "]", ",", ":"]);

/** Everything but plain values, the names of properties, and the marks around them. */
function codeOf(script: string): string[] {
  const { tokens } = readScriptTokens(script);
  const isKey = (index: number) => isMark(tokens[index + 1], ":");
  return tokens.flatMap((token, index) => {
    const { kind, text } = token;
    const isValue = kind === "string" || kind === "number" || /^(?:true|false|null)$/.test(text);
    const isPlain = isValue || (kind === "mark" && listMarks.has(text)) || isKey(index);
    return isPlain ? [] : [`${kind} ${text}`];
  });
}

function isMark(token: ScriptToken | undefined, mark: string): boolean {
  return token?.kind === "mark" && token.text === mark;
}
