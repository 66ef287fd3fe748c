import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
} from "yaml";
import { isRecord } from "./plain-record.ts";

export type PlainLimits = {
  maxAliases: number;
  /** Values in all, those behind aliases counted wherever they are shown. */
  maxValues: number;
};

/** The values of a YAML document as plain JSON. What aliases stand for is shared. Throws where an alias stands for nothing, or too much. */
export function plainYaml({ contents }: Document, limits: PlainLimits): unknown {
  const anchors = new Map<string, { value: unknown; size: number | undefined }>();
  let [aliases, values] = [0, 0];
  const spend = (count: number) => {
    values += count;
    if (values > limits.maxValues || aliases > limits.maxAliases)
      throw new Error("Excessive alias count or too many values");
  };
  const plain = (node: unknown): unknown => {
    spend(1);
    if (isAlias(node)) return aliased(node.source);
    const anchor = isNode(node) ? node.anchor : undefined;
    if (anchor === undefined) return plainValue(node);
    const held: { value: unknown; size: number | undefined } = {
      value: undefined,
      size: undefined,
    };
    anchors.set(anchor, held);
    const before = values;
    held.value = plainValue(node);
    held.size = values - before;
    return held.value;
  };
  const aliased = (name: string): unknown => {
    aliases += 1;
    const held = anchors.get(name);
    if (held?.size === undefined)
      throw new Error(`Unresolved alias (the anchor must be set before the alias): ${name}`);
    spend(held.size);
    return held.value;
  };
  const plainValue = (node: unknown): unknown => {
    if (isSeq(node)) return node.items.map(plain);
    if (isMap(node)) return plainMap(node);
    return isScalar(node) ? node.value : null;
  };
  const plainMap = ({ items }: YAMLMap): Record<string, unknown> => {
    const map: Record<string, unknown> = {};
    for (const { key, value } of items) {
      if (isMerge(key)) merge(map, plain(value));
      else define(map, keyText(key), plain(value));
    }
    return map;
  };
  const merge = (map: Record<string, unknown>, source: unknown): void => {
    for (const own of Array.isArray(source) ? source : [source]) {
      if (!isRecord(own)) throw new Error("Merge sources must be maps or map aliases");
      const entries = Object.entries(own);
      spend(entries.length);
      for (const [key, value] of entries) if (!Object.hasOwn(map, key)) define(map, key, value);
    }
  };
  return plain(contents);
}

function keyText(key: Pair["key"]): string {
  const value = isScalar(key) ? key.value : key;
  return value === null || value === undefined ? "" : String(value);
}

/** `<<`, where the schema knows it: its value is no text then. */
function isMerge(key: unknown): boolean {
  return isScalar(key) && typeof key.value === "symbol";
}

function define(map: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
}
