import type { PageProblem } from "../../../docs/page/parsed-page.ts";
import { oneLine } from "../../../text/markdown-writing.ts";
import {
  entriesIn,
  type Fields,
  fieldIn,
  isFields,
  isTrueIn,
  resolve,
  textIn,
  wordsIn,
} from "./fields.ts";
import type { Api } from "./parse-api.ts";

export type Operation = {
  kind: "path" | "webhook";
  method: string;
  path: string;
  fields: Fields;
  /** What all operations of the path have in common. */
  shared: Fields;
  /** The last part of the page's path, unique in the file. */
  slug: string;
  title: string;
  tags: string[];
  line: number | undefined;
  isHidden: boolean;
};

export type Operations = { operations: Operation[]; problems: PageProblem[] };

export const methods = "get put post delete options head patch trace query".split(" ");
const maxOperations = 2_000;

export function listOperations(api: Api): Operations {
  const slugs = new Set<string>();
  const found: Operations = { operations: [], problems: [] };
  for (const kind of ["path", "webhook"] as const) {
    const key = kind === "path" ? "paths" : "webhooks";
    for (const [path, item] of entriesIn(api.root, key)) {
      addOperations(api, { kind, key, path: path.slice(0, 500), item }, { found, slugs });
    }
  }
  return found;
}

type Place = { kind: Operation["kind"]; key: string; path: string; item: unknown };
type Listing = { found: Operations; slugs: Set<string> };

function addOperations(api: Api, place: Place, { found, slugs }: Listing): void {
  const { fields: shared, state } = resolve(api.root, place.item);
  const pathLine = api.lineOf([place.key, place.path]);
  if (!isFields(place.item) || state !== "found") {
    addProblem(found, pathLine, `${place.path} has no description that can be read here.`);
    return;
  }
  for (const method of methods) {
    const fields = fieldIn(shared, method);
    if (fields === undefined) continue;
    const line = api.lineOf([place.key, place.path, method]) ?? pathLine;
    const name = `${method.toUpperCase()} ${place.path}`;
    if (!isFields(fields)) {
      addProblem(found, line, `${name} is not an object.`);
      continue;
    }
    if (found.operations.length >= maxOperations) {
      addProblem(found, line, `Only the first ${maxOperations} operations are read.`);
      return;
    }
    found.operations.push({
      ...place,
      method: method.toUpperCase(),
      fields,
      shared,
      slug: uniqueSlug(slugOf(textIn(fields, "operationId")) || slugOf(name), slugs),
      title: oneLine(textIn(fields, "summary")).slice(0, 200) || name,
      tags: wordsIn(fields, "tags")
        .map((tag) => oneLine(tag).slice(0, 100))
        .slice(0, 20),
      line,
      isHidden: [fields, shared].some(
        (held) => isTrueIn(held, "x-hidden") || isTrueIn(held, "x-internal"),
      ),
    });
  }
}

function addProblem(found: Operations, line: number | undefined, message: string): void {
  if (found.problems.length >= 50) return;
  if (found.problems.at(-1)?.message === message) return;
  found.problems.push({ line: line ?? 1, message });
}

/** `getUserById` and `GET /users/{id}` as parts of an address. */
function slugOf(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1-")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1-")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .slice(0, 100)
    .replace(/^-|-$/g, "");
}

function uniqueSlug(base: string, used: Set<string>): string {
  let slug = base || "operation";
  for (let count = 2; used.has(slug); count += 1) slug = `${base || "operation"}-${count}`;
  used.add(slug);
  return slug;
}
