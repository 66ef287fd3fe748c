import fc from "fast-check";

export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  contentSchema?: Schema;
};

const longestString = 300;
const mostItems = 4;

/** Values that a schema allows, or nearly: patterns are met where that is easy. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fitting));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return someText(schema);
    case "integer":
    case "number":
      return someNumber(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const { minItems: minLength = 0, maxItems = mostItems } = schema;
      const maxLength = Math.max(minLength, Math.min(maxItems, mostItems));
      return fc.array(fitting(schema.items ?? {}), { minLength, maxLength });
    }
    case "object":
      return someObject(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Mostly what fits, with one part or all of it replaced by anything. */
export function hostile(schema: Schema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...oddValues));
  const fits = fitting(schema);
  const broken = fc
    .tuple(fits, fc.nat(), anything)
    .map(([value, place, other]) => replaceOne(value, place, other));
  return fc.oneof({ weight: 3, arbitrary: fits }, { weight: 3, arbitrary: broken }, anything);
}

export const oddTexts = [
  ...["", " ", "\0", "a\0b", "\ud800", "\u2028", "\u202egnp", "__proto__", "constructor"],
  ...["../../etc/passwd", "%2e%2e%2f", "%", "'; drop table threads; --", "x".repeat(1_000)],
];
const oddValues = [
  ...[0, -1, 1e308, 2 ** 53, 0.1, true, null, [], {}, [[[[]]]]],
  ...oddTexts,
  JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
];

function someText({ minLength = 0, maxLength = longestString, pattern }: Schema) {
  const max = Math.max(minLength, Math.min(maxLength, longestString));
  const plain = fc.oneof(
    fc.string({ minLength, maxLength: max, unit: "grapheme" }),
    fc.string({ minLength, maxLength: max, unit: "binary" }),
  );
  if (pattern === undefined) return plain;
  return fc.oneof({ weight: 3, arbitrary: fc.stringMatching(new RegExp(pattern)) }, plain);
}

function someNumber({ type, minimum, maximum, exclusiveMinimum }: Schema) {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1);
  const [min, max] = [least, Math.max(least, Math.min(maximum ?? 1_000_000, 1_000_000))];
  if (type === "integer") return fc.integer({ min: Math.max(min, -1_000_000), max });
  return fc.double({ min, max, noNaN: true });
}

function someObject({ properties = {}, required = [], additionalProperties }: Schema) {
  const own = Object.entries(properties).map(([name, schema]) => [name, fitting(schema)] as const);
  const known = fc.record(Object.fromEntries(own), { requiredKeys: required });
  if (additionalProperties === undefined || additionalProperties === false) return known;
  const schema = additionalProperties === true ? {} : additionalProperties;
  const more = fc.dictionary(fc.string({ maxLength: 20 }), fitting(schema), { maxKeys: 3 });
  return fc.tuple(more, known).map(([some, rest]) => ({ ...some, ...rest }));
}

/** The value with one of the places inside it, counted through, replaced. */
function replaceOne(value: unknown, place: number, other: unknown): unknown {
  if (typeof value !== "object" || value === null) return other;
  const names = Object.keys(value);
  if (names.length === 0) return other;
  const name = names[place % names.length] ?? "";
  const next = Math.floor(place / names.length);
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === name ? replaceOne(one, next, other) : one));
  const record: Record<string, unknown> = { ...value };
  return { ...record, [name]: replaceOne(record[name], next, other) };
}
