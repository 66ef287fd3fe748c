import { posix } from "node:path";
import type { DocsFiles } from "./docs-files.ts";

const maxRounds = 5;
const maxFiles = 200;
const maxLength = 1_000_000;
const maxDepth = 50;

/**
 * The site's files with every `{ "$ref": "./other.json" }` of a Mintlify configuration replaced by that file. Adds the
 * files referred to to `written`.
 */
export async function resolveReferences(
  files: DocsFiles,
  written: Map<string, string>,
): Promise<Map<string, string>> {
  const configs = [...written].filter(([path, text]) => isConfig(path) && text.includes('"$ref"'));
  const resolved = new Map(written);
  let wanted = configs.flatMap(([path, text]) => referencesIn(path, text));
  for (let round = 0; round < maxRounds && wanted.length > 0; round += 1) {
    const next: string[] = [];
    for await (const { path, content } of files.readEach(wanted.slice(0, maxFiles))) {
      written.set(path, content);
      next.push(...referencesIn(path, content));
    }
    wanted = [...new Set(next)].filter((path) => !written.has(path));
  }
  for (const [path, text] of configs) {
    const whole = JSON.stringify(
      follow(parsed(text), { path, written, room: { left: maxLength } }),
    );
    if (whole !== undefined) resolved.set(path, whole);
  }
  return resolved;
}

/** The file that a reference in another one means; undefined when it leads out, or elsewhere. */
export function referredPath(from: string, reference: string): string | undefined {
  const path = posix.join(posix.dirname(from), reference.split("#", 1)[0] ?? "");
  return path.endsWith(".json") && !path.startsWith("../") && !path.startsWith("/")
    ? path
    : undefined;
}

function isConfig(path: string): boolean {
  return /(?:^|\/)(?:docs|mint)\.json$/.test(path);
}

function referencesIn(path: string, text: string): string[] {
  const found = [...text.matchAll(/"\$ref"\s{0,9}:\s{0,9}"([^"\n]{1,300})"/g)];
  const paths = found.flatMap((match) => referredPath(path, match[1] ?? "") ?? []);
  return [...new Set(paths)].slice(0, maxFiles);
}

type Place = { path: string; written: ReadonlyMap<string, string>; room: { left: number } };

function follow(value: unknown, place: Place, depth = 0): unknown {
  place.room.left -= 1;
  if (depth > maxDepth || place.room.left < 0) return null;
  if (Array.isArray(value)) return value.map((item) => follow(item, place, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const reference: unknown = Reflect.get(value, "$ref");
  const path = typeof reference === "string" ? referredPath(place.path, reference) : undefined;
  const text = path === undefined ? undefined : place.written.get(path);
  const own = Object.entries(value).filter(([key]) => key !== "$ref");
  const members = own.map(([key, held]) => [key, follow(held, place, depth + 1)] as const);
  if (path === undefined || text === undefined) return Object.fromEntries(members);
  const other = follow(parsed(text), { ...place, path }, depth + 5);
  if (members.length === 0 || typeof other !== "object" || other === null) return other;
  return { ...other, ...Object.fromEntries(members) };
}

function parsed(text: string): unknown {
  try {
    return text.length > maxLength ? null : JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
