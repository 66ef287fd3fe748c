/** What can be known of a configuration without running it. Records are maps, so that no key can reach a prototype. */
export type StaticValue =
  | Text
  | number
  | boolean
  | null
  | undefined
  | StaticValue[]
  | StaticRecord
  | Computed
  | Call;
type StaticRecord = ReadonlyMap<string, StaticValue>;
type Place = { path: string; line: number };
/** A text and where it stands; one that is put together stands where its first part does. */
export type Text = Place & { kind: "text"; value: string };
/** Something only running the file would tell. */
export type Computed = Place & { kind: "computed" };
/** `name(argument)` of a function that is not in these files, or what a `function` of them returns. */
export type Call = Place & { kind: "call"; name: string; argument: StaticValue };

export function recordOf(value: StaticValue): StaticRecord | undefined {
  return value instanceof Map ? value : undefined;
}

export function memberOf(value: StaticValue, ...keys: string[]): StaticValue {
  return keys.reduce<StaticValue>((held, key) => recordOf(held)?.get(key), value);
}

export function textOf(value: StaticValue): string | undefined {
  return isText(value) ? value.value : undefined;
}

export function isText(value: StaticValue): value is Text {
  return kindOf(value) === "text";
}

export function listOf(value: StaticValue): StaticValue[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list, or one text alone. */
export function textsOf(value: StaticValue): string[] {
  const items = isText(value) ? [value] : listOf(value);
  return items.flatMap((item) => textOf(item) ?? []);
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
