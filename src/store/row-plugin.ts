import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  type SelectType,
  type ValueNode,
} from "kysely";
import type { Tables } from "./tables.ts";

/** Between rows as `Tables` says and as they are stored: names in snake case, structured values as JSON, truth values as 0 and 1. */
export function rowPlugin(): KyselyPlugin {
  const encoder = new Encoder();
  return {
    transformQuery: ({ node, queryId }) => encoder.transformNode(node, queryId),
    transformResult: async ({ result }) => ({ ...result, rows: decodeRows(result.rows) }),
  };
}

class Encoder extends OperationNodeTransformer {
  protected override transformIdentifier<Node extends { name: string }>(node: Node): Node {
    return { ...node, name: snakeCase(node.name) };
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: storedValue(node.value) };
  }

  protected override transformPrimitiveValueList(
    node: PrimitiveValueListNode,
  ): PrimitiveValueListNode {
    return { ...node, values: node.values.map(storedValue) };
  }
}

/** A value as its column holds it. */
export function storedValue(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}

type PlainValue = string | number | Uint8Array | null;

type DecodedIn<Table> = {
  [Column in keyof Table]: SelectType<Table[Column]> extends PlainValue ? never : Column;
}[keyof Table];

/** Columns whose values are stored as something else; a name means the same in every table. */
type DecodedColumn = { [Table in keyof Tables]: DecodedIn<Tables[Table]> }[keyof Tables];

type Decode = (stored: string) => unknown;

const truth: Decode = (stored) => Number(stored) === 1;
const json: Decode = (stored) => JSON.parse(stored);
// Columns that were added to rows that were there hold nothing in them.
const list: Decode = (stored) => JSON.parse(stored || "[]");
const fields: Decode = (stored) => JSON.parse(stored || "{}");

const decoders: Record<DecodedColumn, Decode> = {
  asDraft: truth,
  branches: truth,
  checks: json,
  citations: json,
  commits: json,
  conversation: json,
  draft: truth,
  edition: fields,
  event: json,
  exampleIds: list,
  forgeWait: json,
  gateResult: json,
  groupWords: list,
  headings: json,
  hidden: truth,
  includes: list,
  isOfRef: truth,
  isParted: truth,
  isStale: truth,
  laterHeadings: list,
  material: json,
  messages: json,
  metadata: json,
  modelFault: json,
  nearestPage: json,
  origins: json,
  outcome: json,
  overlay: json,
  passages: json,
  pendingReply: json,
  plan: json,
  problems: list,
  proof: json,
  pull: json,
  questionTexts: json,
  section: list,
  siteIds: fields,
  spec: json,
  todos: json,
  turn: fields,
};

type StoredRow = Record<string, unknown>;

/** All rows of a result have the same columns: how each is read is decided once. */
function decodeRows(rows: StoredRow[]): StoredRow[] {
  const columns = Object.keys(rows[0] ?? {}).map((stored) => {
    const name = camelCase(stored);
    return { stored, name, decode: name in decoders ? decoders[name as DecodedColumn] : undefined };
  });
  return rows.map((row) => {
    const decoded: StoredRow = {};
    for (const { stored, name, decode } of columns) {
      const value = row[stored];
      decoded[name] = decode === undefined || value === null ? value : decode(String(value));
    }
    return decoded;
  });
}

const snakeCase = remembered((name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);
const camelCase = remembered((name) =>
  name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
);

/** The names are those of the schema: few, and asked for with every query. */
function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const converted = convert(name);
    known.set(name, converted);
    return converted;
  };
}
