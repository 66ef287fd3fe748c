import { type Pass, type Shape, shapeOf, typeOf, variantsOf } from "./describe-schema.ts";
import {
  entriesIn,
  type Fields,
  fieldIn,
  isFields,
  isTrueIn,
  listIn,
  numberIn,
  plainJson,
  resolve,
  textIn,
} from "./fields.ts";

/** A request leaves out what only the server sets, a response what only the client sends. */
export type Side = "request" | "response";

const maxDepth = 6;
const maxProperties = 40;
const maxValues = 150;

/** The example that a content type brings, or one made from its schema. */
export function mediaExample(pass: Pass, media: Fields, side: Side): unknown {
  const given = givenExample(pass, media);
  if (given !== undefined) return plainJson(given);
  const schema = fieldIn(media, "schema");
  return schema === undefined ? undefined : schemaExample(pass, schema, side);
}

/** One level deeper as long as the example stays small. */
export function schemaExample(pass: Pass, schema: unknown, side: Side): unknown {
  const shape = shapeOf(pass, schema);
  let example: unknown = null;
  for (let depth = 1; depth <= maxDepth; depth += 1) {
    const maker: Maker = { pass, side, left: maxValues, maxDepth: depth, isLimited: false };
    const deeper = exampleOf(maker, shape, { depth: 0, open: [] });
    if (depth > 1 && isSpent(maker)) break;
    example = deeper;
    if (!maker.isLimited) break;
  }
  return plainJson(example);
}

/** The `example` of an object, or the first of its `examples`. */
export function givenExample(pass: Pass, holder: Fields): unknown {
  const example = fieldIn(holder, "example");
  if (example !== undefined) return example;
  const [, first] = entriesIn(holder, "examples")[0] ?? [];
  return first === undefined ? undefined : fieldIn(resolve(pass.root, first).fields, "value");
}

type Maker = { pass: Pass; side: Side; left: number; maxDepth: number; isLimited: boolean };
type Place = { depth: number; open: string[] };

function exampleOf(maker: Maker, shape: Shape, place: Place): unknown {
  maker.left -= 1;
  const { fields } = shape;
  const given = [
    fieldIn(fields, "example"),
    listIn(fields, "examples")[0],
    fieldIn(fields, "const"),
    fieldIn(fields, "default"),
    listIn(fields, "enum")[0],
  ].find((value) => value !== undefined);
  if (given !== undefined) return given;
  const type = typeOf(fields);
  const [variant] = variantsOf(fields)?.variants ?? [];
  const hasProperties = isFields(fieldIn(fields, "properties"));
  const isScalar = /^(?:string|integer|number|boolean)/.test(type);
  if (isScalar || (type === "" && variant === undefined)) return scalarExample(type, fields);
  const isCircle = shape.refs.some((ref) => place.open.includes(ref));
  if (isCircle || isSpent(maker)) return null;
  if (place.depth >= maker.maxDepth) {
    maker.isLimited = true;
    return null;
  }
  const inner = { depth: place.depth + 1, open: [...place.open, ...shape.refs] };
  if (hasProperties) return objectExample(maker, fields, inner);
  if (variant !== undefined) return exampleOf(maker, shapeOf(maker.pass, variant), inner);
  return type.startsWith("array") ? arrayExample(maker, fields, inner) : {};
}

function isSpent(maker: Maker): boolean {
  return maker.left <= 0 || maker.pass.effort.left <= 0;
}

function objectExample(maker: Maker, fields: Fields, place: Place): unknown {
  const hidden = maker.side === "request" ? "readOnly" : "writeOnly";
  const entries: [string, unknown][] = [];
  for (const [name, schema] of entriesIn(fields, "properties").slice(0, maxProperties)) {
    if (isSpent(maker)) break;
    const shape = shapeOf(maker.pass, schema);
    if (isTrueIn(shape.fields, hidden)) continue;
    const value = exampleOf(maker, shape, place);
    if (value !== null) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function arrayExample(maker: Maker, fields: Fields, place: Place): unknown {
  const items = fieldIn(fields, "items");
  if (!isFields(items)) return [];
  const item = exampleOf(maker, shapeOf(maker.pass, items), place);
  return item === null ? [] : [item];
}

const formats: ReadonlyMap<string, string> = new Map([
  ["date-time", "2030-01-31T09:30:00Z"],
  ["date", "2030-01-31"],
  ["time", "09:30:00Z"],
  ["email", "name@example.com"],
  ["uuid", "3f2b8c1e-7a4d-4e9b-9c55-0d1f2a3b4c5d"],
  ["uri", "https://example.com"],
  ["url", "https://example.com"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["byte", "dGV4dA=="],
]);

function scalarExample(type: string, fields: Fields): unknown {
  if (type.startsWith("integer")) return Math.ceil(numberIn(fields, "minimum") ?? 1);
  if (type.startsWith("number")) return numberIn(fields, "minimum") ?? 1.5;
  if (type.startsWith("boolean")) return true;
  return formats.get(textIn(fields, "format")) ?? "text";
}
