import { parseDocument } from "yaml";
import type { Computed, StaticValue } from "./static-value.ts";

const maxLength = 1_000_000;
const maxDepth = 60;
const maxNodes = 100_000;
const maxAliases = 100;

/** A JSON or YAML file as a static value; `computed`, with the line of the fault, when it cannot be read. */
export function valueOfData(text: string, path: string): StaticValue {
  if (text.length > maxLength) return { kind: "computed", path, line: 1 };
  const parsed = path.endsWith(".json") ? parseJson(text, path) : parseYaml(text, path);
  if ("fault" in parsed) return parsed.fault;
  return convert(parsed.data, { left: maxNodes, fault: { kind: "computed", path, line: 1 } }, 0);
}

type Parsed = { data: unknown } | { fault: Computed };
type Room = { left: number; fault: Computed };

function parseJson(text: string, path: string): Parsed {
  try {
    return { data: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch (error) {
    const line = /\(line (\d{1,7}) /.exec(error instanceof Error ? error.message : "")?.[1];
    if (line !== undefined) return { fault: { kind: "computed", path, line: Number(line) } };
    // Some messages name no line; what is wrong as JSON is mostly wrong as YAML too, which always does.
    const other = parseYaml(text, path);
    return "fault" in other ? other : { fault: { kind: "computed", path, line: 1 } };
  }
}

/** Tags that YAML does not know (`!ENV`, `!!python/name:…`) leave the value below them as it is written. */
function parseYaml(text: string, path: string): Parsed {
  try {
    const document = parseDocument(text, { schema: "core", logLevel: "silent", uniqueKeys: false });
    const fault = document.errors[0];
    if (fault === undefined) return { data: document.toJS({ maxAliasCount: maxAliases }) };
    return { fault: { kind: "computed", path, line: fault.linePos?.[0].line ?? 1 } };
  } catch {
    return { fault: { kind: "computed", path, line: 1 } };
  }
}

function convert(data: unknown, room: Room, depth: number): StaticValue {
  room.left -= 1;
  if (room.left < 0 || depth > maxDepth) return room.fault;
  if (typeof data === "string" || typeof data === "number" || typeof data === "boolean") {
    return data;
  }
  if (data === null || typeof data !== "object") return null;
  if (Array.isArray(data)) return data.map((item: unknown) => convert(item, room, depth + 1));
  return new Map(
    Object.entries(data).map(([key, item]) => [key, convert(item, room, depth + 1)] as const),
  );
}
