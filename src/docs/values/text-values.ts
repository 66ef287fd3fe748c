import { isMap, isPair, isScalar, isSeq, type Scalar } from "yaml";
import { type JsonNode, readJsonText } from "./json-text.ts";
import { dataKind } from "./read-data.ts";
import { readYaml } from "./read-yaml.ts";
import { readScriptTokens, type ScriptToken } from "./script-tokens.ts";
import { writeYamlLike } from "./yaml-scalar.ts";

/** A text in a file of settings, and where it stands, so that it can be changed without the rest being written anew. */
export type TextValue = {
  /** Names above it, outermost first. In a script only the nearest is known. */
  keys: string[];
  /** It is a name itself, as titles in a list of pages can be. */
  isKey: boolean;
  value: string;
  start: number;
  end: number;
  /** The literal for another value, in the same kind of marks. */
  write(value: string): string;
};

const maxLength = 2_000_000;
const maxDepth = 60;

/** The texts of a JSON, YAML or script file, in order; none where it cannot be read, or places are not known. */
export function textValues(path: string, text: string): TextValue[] {
  if (text.length > maxLength) return [];
  const kind = dataKind(path);
  if (kind === "JSON") return jsonValues(text);
  if (kind === "YAML") return yamlValues(text);
  return /\.[cm]?[jt]sx?$/.test(path) ? scriptValues(text) : [];
}

function jsonValues(text: string): TextValue[] {
  const found: TextValue[] = [];
  const visit = (node: JsonNode, keys: string[]) => {
    if (node.kind === "array") for (const item of node.items) visit(item, keys);
    if (node.kind === "object")
      for (const { key, value } of node.members) visit(value, [...keys, key]);
    if (node.kind !== "string") return;
    const { value, start, end } = node;
    found.push({ keys, isKey: false, value, start, end, write: JSON.stringify });
  };
  const root = readJsonText(text);
  if (root !== undefined) visit(root, []);
  return found;
}

/** `text` may be the front matter of a page as well. */
export function yamlValues(text: string): TextValue[] {
  const found: TextValue[] = [];
  const note = (scalar: Scalar, keys: string[], place: { isKey: boolean; isInFlow: boolean }) => {
    const { value, range } = scalar;
    if (typeof value !== "string" || !range) return;
    const [start, end] = range;
    const raw = text.slice(start, end);
    // A block of lines is changed as it is written: its indentation is part of it.
    const isBlock = scalar.type?.startsWith("BLOCK") === true;
    const write = isBlock ? (other: string) => other : writeYamlLike(raw, place);
    found.push({ keys, isKey: place.isKey, value: isBlock ? raw : value, start, end, write });
  };
  const visit = (node: unknown, keys: string[], isIn: boolean): void => {
    if (keys.length > maxDepth) return;
    const isInFlow = isIn || ((isSeq(node) || isMap(node)) && node.flow === true);
    if (isScalar(node)) note(node, keys, { isKey: false, isInFlow });
    if (isSeq(node)) for (const item of node.items) visit(item, keys, isInFlow);
    for (const pair of isMap(node) ? node.items : []) {
      if (!isPair(pair) || !isScalar(pair.key)) continue;
      note(pair.key, keys, { isKey: true, isInFlow });
      visit(pair.value, [...keys, String(pair.key.value)], isInFlow);
    }
  };
  const document = readYaml(text);
  if (document.errors.length === 0) visit(document.contents, [], false);
  return found;
}

/** Values of properties that are one plain string; what is put together by code is not seen. */
function scriptValues(text: string): TextValue[] {
  const { tokens } = readScriptTokens(text);
  return tokens.flatMap((token, index): TextValue[] => {
    const key = tokens[index - 2];
    const isNamed = key?.kind === "name" || key?.kind === "string" || key?.kind === "keyword";
    if (token.kind !== "string" || !isNamed || !isMark(tokens[index - 1], ":")) return [];
    if (!isMark(tokens[index + 1], ",") && !isMark(tokens[index + 1], "}")) return [];
    const { text: value, start } = token;
    const mark = text.charAt(start);
    const end = literalEnd(text, start, mark);
    const write = (other: string) =>
      mark + other.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
    return [{ keys: [key.text], isKey: false, value, start, end, write }];
  });
}

function isMark(token: ScriptToken | undefined, mark: string): boolean {
  return token?.kind === "mark" && token.text === mark;
}

function literalEnd(text: string, start: number, mark: string): number {
  let at = start + 1;
  while (at < text.length && text[at] !== mark) at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
