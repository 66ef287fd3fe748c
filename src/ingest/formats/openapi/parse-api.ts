import { type Document, isMap, isNode, isScalar, LineCounter } from "yaml";
import type { PageProblem } from "../../../docs/page/parsed-page.ts";
import { type JsonNode, memberOf, readJsonText } from "../../../docs/values/json-text.ts";
import { plainYaml } from "../../../docs/values/plain-yaml.ts";
import { readYaml } from "../../../docs/values/read-yaml.ts";
import { type Fields, isFields } from "./fields.ts";

export type Api = {
  root: Fields;
  /** The line of the file on which the value under these keys begins. */
  lineOf(keys: string[]): number | undefined;
  problems: PageProblem[];
};

const maxLength = 12_000_000;
const maxYamlLength = 4_000_000;
/** Values are shared, never copied, so that many aliases cost little; a file made to explode needs far more. */
const yamlLimits = { maxAliases: 5_000, maxValues: 2_000_000 };

/** Reads JSON or YAML. Never throws: a file that cannot be read has an empty root and says why. */
export function parseApi(text: string): Api {
  if (text.length > maxLength) return unreadable("The API description is too long.");
  const json = parseJson(text);
  if (json !== undefined) return json;
  if (text.length > maxYamlLength) return unreadable("The API description is too long for YAML.");
  return parseYaml(text);
}

function unreadable(message: string, line = 1): Api {
  return { root: {}, lineOf: () => undefined, problems: [{ line, message }] };
}

function parseJson(text: string): Api | undefined {
  if (!/^\uFEFF?\s*\{/.test(text.slice(0, 1000))) return undefined;
  const source = text.replace(/^\uFEFF/, " ");
  try {
    const root: unknown = JSON.parse(source);
    if (!isFields(root)) return undefined;
    return { root, lineOf: jsonLines(source), problems: [] };
  } catch {
    return undefined;
  }
}

/** Counts lines only when somebody asks: most JSON files turn out to be something else. */
function jsonLines(text: string): Api["lineOf"] {
  let known: { root: JsonNode | undefined; lines: LineCounter } | undefined;
  return (keys) => {
    known ??= { root: readJsonText(text), lines: countLines(text) };
    let node = known.root;
    for (const key of keys) node = memberOf(node, key);
    return node === undefined ? undefined : known.lines.linePos(node.start).line;
  };
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    lines.addNewLine(at + 1);
  }
  return lines;
}

function parseYaml(text: string): Api {
  const lines = new LineCounter();
  try {
    const document = readYaml(text, { schema: "core", merge: true, lines });
    const root = plainYaml(document, yamlLimits);
    const problems = document.errors.map((error) => ({
      line: error.linePos?.[0].line ?? 1,
      message: `API description: ${firstLine(error.message)}`,
    }));
    if (!isFields(root)) return unreadable("The API description is not an object.");
    return { root, lineOf: yamlLines(document, lines), problems };
  } catch (error) {
    const message = error instanceof Error ? firstLine(error.message) : "unknown fault";
    return unreadable(`API description: ${message}`);
  }
}

function yamlLines(document: Document, lines: LineCounter): Api["lineOf"] {
  return (keys) => {
    let node: unknown = document.contents;
    let offset: number | undefined;
    for (const key of keys) {
      if (!isMap(node)) return undefined;
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (pair === undefined) return undefined;
      offset = isNode(pair.key) ? pair.key.range?.[0] : undefined;
      node = pair.value;
    }
    return offset === undefined ? undefined : lines.linePos(offset).line;
  };
}

function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").slice(0, 200);
}
