/** An object of an API description. Its values are untrusted: read them with the functions here. */
export type Fields = Readonly<Record<string, unknown>>;

const unsafeKeys = new Set(["__proto__", "constructor", "prototype"]);
const maxEntries = 2_000;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function fieldIn(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

export function textIn(fields: Fields, key: string): string {
  const value = fieldIn(fields, key);
  return typeof value === "string" ? value : "";
}

export function numberIn(fields: Fields, key: string): number | undefined {
  const value = fieldIn(fields, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function isTrueIn(fields: Fields, key: string): boolean {
  return fieldIn(fields, key) === true;
}

export function listIn(fields: Fields, key: string): unknown[] {
  const value = fieldIn(fields, key);
  return Array.isArray(value) ? value.slice(0, maxEntries) : [];
}

export function entriesOf(value: unknown): [string, unknown][] {
  if (!isFields(value)) return [];
  const keys = Object.keys(value).slice(0, maxEntries);
  return keys.filter((key) => !unsafeKeys.has(key)).map((key) => [key, value[key]]);
}

/** The strings of a list; everything else in it is dropped. */
export function wordsIn(fields: Fields, key: string): string[] {
  return listIn(fields, key).filter((word) => typeof word === "string");
}
