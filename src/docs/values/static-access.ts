import type { Call, Computed, StaticRecord, StaticValue } from "./static-value.ts";

export function recordOf(value: StaticValue): StaticRecord | undefined {
  return value instanceof Map ? value : undefined;
}

export function memberOf(value: StaticValue, ...keys: string[]): StaticValue {
  return keys.reduce<StaticValue>((held, key) => recordOf(held)?.get(key), value);
}

export function textOf(value: StaticValue): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function listOf(value: StaticValue): StaticValue[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list, or one text alone. */
export function textsOf(value: StaticValue): string[] {
  if (typeof value === "string") return [value];
  return listOf(value).filter((item) => typeof item === "string");
}

export function isComputed(value: StaticValue): value is Computed {
  return kindOf(value) === "computed";
}

export function isCall(value: StaticValue): value is Call {
  return kindOf(value) === "call";
}

/** The object inside `defineConfig(…)`, `withPlugin(…)` or a function that returns it. */
export function unwrapCalls(value: StaticValue): StaticValue {
  let held = value;
  for (let round = 0; round < 10 && isCall(held); round += 1) held = held.argument;
  return held;
}

function kindOf(value: StaticValue): string {
  if (typeof value !== "object" || value === null) return "";
  return "kind" in value ? value.kind : "";
}
