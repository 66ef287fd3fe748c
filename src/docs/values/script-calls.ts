import { posix } from "node:path";
import { computedAt, type Scope } from "./script-scope.ts";
import { isCall } from "./static-access.ts";
import type { StaticValue } from "./static-value.ts";

const maxTextLength = 20_000;
const pathJoiners = new Set(["path.join", "path.resolve", "join", "resolve"]);

type CallParts = {
  scope: Scope;
  callee: StaticValue;
  name: string;
  values: StaticValue[];
  at: number;
};

/** What a call gives as far as that can be read: nothing is called. */
export function callValue({ scope, callee, name, values, at }: CallParts): StaticValue {
  if (isCall(callee) && callee.name === "function") return callee.argument;
  const [first] = values;
  const unknown = computedAt(scope, at);
  if (name === "require")
    return typeof first === "string" ? scope.load(first, "default", at) : unknown;
  if (name === "require.resolve") return typeof first === "string" ? first : unknown;
  if (pathJoiners.has(name)) return joinPaths(values) ?? unknown;
  if (name === "" || name.includes(".")) return unknown;
  const { path, line } = unknown;
  return { kind: "call", name, argument: first, path, line };
}

/** undefined when a part is not plain text or number. */
export function concatenate(parts: StaticValue[]): string | undefined {
  let text = "";
  for (const part of parts) {
    if (typeof part !== "string" && typeof part !== "number") return undefined;
    text += String(part);
    if (text.length > maxTextLength) return undefined;
  }
  return text;
}

function joinPaths(values: StaticValue[]): string | undefined {
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length !== values.length || texts.length === 0) return undefined;
  return texts.join("").length > maxTextLength ? undefined : posix.join(...texts);
}
