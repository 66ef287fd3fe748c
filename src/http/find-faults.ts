import { z } from "zod";

type Fault = { path: PropertyKey[]; message: string };

/**
 * What is wrong with the items of lists and objects, up to so many faults; what is wrong with a list as a whole is left
 * to its schema. A schema looks at every item before it says anything: nothing but wrong ones would cost seconds.
 */
export function findFaults(schema: unknown, value: unknown, most: number): Fault[] {
  const container = containerOf(schema, value);
  if (!container) return faultsOf(schema, value).slice(0, most);
  const faults: Fault[] = [];
  const look = (key: PropertyKey, of: unknown, item: unknown): boolean => {
    const found = findFaults(of, item, most - faults.length);
    for (const { path, message } of found) faults.push({ path: [key, ...path], message });
    return faults.length >= most;
  };
  if (container instanceof z.ZodArray) {
    const { element } = container;
    if (Array.isArray(value)) value.some((item, index) => look(index, element, item));
    return faults;
  }
  const items = new Map(Object.entries(Object(value)));
  if (container instanceof z.ZodObject)
    Object.entries(container.shape).some(([key, of]) => look(key, of, items.get(key)));
  else {
    const most = container.meta()?.maxProperties;
    if (typeof most === "number" && items.size > most)
      return [{ path: [], message: `At most ${most} keys.` }];
    const { keyType, valueType } = container;
    items.entries().some(([key, item]) => look(key, keyType, key) || look(key, valueType, item));
  }
  return faults;
}

function faultsOf(schema: unknown, value: unknown): Fault[] {
  return schema instanceof z.ZodType ? (schema.safeParse(value).error?.issues ?? []) : [];
}

type Container = z.ZodArray | z.ZodObject | z.ZodRecord;

/** The part of a schema that says what is in this list or object; undefined where it is looked at in one go. */
function containerOf(schema: unknown, value: unknown): Container | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (schema instanceof z.ZodObject) return holdsOthers(value) ? schema : undefined;
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? schema : undefined;
  if (schema instanceof z.ZodRecord) return Array.isArray(value) ? undefined : schema;
  if (schema instanceof z.ZodPipe) return containerOf(schema.in, value);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return containerOf(schema.unwrap(), value);
  if (!(schema instanceof z.ZodUnion)) return undefined;
  const fitting = schema.options.flatMap((option) => containerOf(option, value) ?? []);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** An object of plain values has no more faults than its schema has keys. */
function holdsOthers(value: object): boolean {
  if (Array.isArray(value)) return false;
  for (const item of Object.values(value))
    if (typeof item === "object" && item !== null) return true;
  return false;
}
