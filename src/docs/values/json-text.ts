/** A value of a JSON text and where it stands, so that the text can be changed without being written anew. */
export type JsonNode = { start: number; end: number } & (
  | { kind: "object"; members: JsonMember[] }
  | { kind: "array"; items: JsonNode[] }
  | { kind: "string"; value: string }
  | { kind: "other" }
);
type JsonMember = { key: string; value: JsonNode };

const maxLength = 2_000_000;
const maxDepth = 100;

/** undefined when the text is not JSON, or nested deeper than anything a person writes. */
export function readJsonText(text: string): JsonNode | undefined {
  if (text.length > maxLength) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return readValue({ text, at: 0, depth: 0 });
}

export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  return node.members.findLast((member) => member.key === key)?.value;
}

type Reader = { readonly text: string; at: number; depth: number };

function readValue(reader: Reader): JsonNode | undefined {
  skip(reader);
  const start = reader.at;
  const character = reader.text[start];
  if (character === "{" || character === "[") {
    if (reader.depth >= maxDepth) return undefined;
    reader.depth += 1;
    const node = character === "{" ? readObject(reader) : readArray(reader);
    reader.depth -= 1;
    return node;
  }
  if (character === '"') {
    const value = readString(reader);
    return { kind: "string", start, end: reader.at, value };
  }
  while (/[\w.+-]/.test(reader.text.charAt(reader.at))) reader.at += 1;
  return { kind: "other", start, end: reader.at };
}

function readObject(reader: Reader): JsonNode | undefined {
  const start = reader.at;
  const members: JsonMember[] = [];
  for (reader.at += 1; skip(reader) === '"'; ) {
    const key = readString(reader);
    const value = readValue(reader);
    if (value === undefined) return undefined;
    members.push({ key, value });
  }
  reader.at += 1;
  return { kind: "object", start, end: reader.at, members };
}

function readArray(reader: Reader): JsonNode | undefined {
  const start = reader.at;
  const items: JsonNode[] = [];
  for (reader.at += 1; skip(reader) !== "]"; ) {
    const item = readValue(reader);
    if (item === undefined) return undefined;
    items.push(item);
  }
  reader.at += 1;
  return { kind: "array", start, end: reader.at, items };
}

function readString(reader: Reader): string {
  const start = reader.at;
  for (reader.at += 1; reader.text[reader.at] !== '"'; reader.at += 1) {
    if (reader.text[reader.at] === "\\") reader.at += 1;
  }
  reader.at += 1;
  const value: unknown = JSON.parse(reader.text.slice(start, reader.at));
  return typeof value === "string" ? value : "";
}

/** The text is known to be JSON, so commas and colons can only stand between values. */
function skip(reader: Reader): string {
  while (" \t\n\r,:".includes(reader.text.charAt(reader.at)) && reader.at < reader.text.length) {
    reader.at += 1;
  }
  return reader.text.charAt(reader.at);
}
