import { type Fields, fieldIn, fieldsOf, textIn } from "./values.ts";

export type Resolved = {
  fields: Fields;
  /** Where the value stands in the file, when it was reached by a reference. */
  ref: string | undefined;
  /** What a reader calls it: the last part of the reference. */
  name: string;
  state: "found" | "missing" | "elsewhere";
};

const maxSteps = 10;

/** The object a value refers to. References stay inside the file: nothing else is opened. */
export function resolve(root: Fields, value: unknown): Resolved {
  let fields = fieldsOf(value);
  let ref: string | undefined;
  for (let step = 0; step < maxSteps; step += 1) {
    const next = fieldIn(fields, "$ref");
    if (typeof next !== "string") return { fields, ref, name: nameOf(ref), state: "found" };
    const description = textIn(fields, "description");
    ref = next.slice(0, 500);
    if (!ref.startsWith("#")) return { fields: {}, ref, name: ref, state: "elsewhere" };
    const target = at(root, ref);
    if (target === undefined) return { fields: {}, ref, name: nameOf(ref), state: "missing" };
    fields = description === "" ? fieldsOf(target) : { ...fieldsOf(target), description };
  }
  return { fields: {}, ref, name: nameOf(ref), state: "missing" };
}

function at(root: Fields, ref: string): unknown {
  let value: unknown = root;
  for (const part of ref.slice(1).split("/").slice(1)) {
    const key = decoded(part);
    if (Array.isArray(value)) value = /^\d{1,6}$/.test(key) ? value[Number(key)] : undefined;
    else value = fieldIn(fieldsOf(value), key);
    if (value === undefined) return undefined;
  }
  return value;
}

function decoded(part: string): string {
  if (!/[~%]/.test(part)) return part;
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function nameOf(ref: string | undefined): string {
  return ref === undefined ? "" : decoded(ref.slice(ref.lastIndexOf("/") + 1)).slice(0, 100);
}
