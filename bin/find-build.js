import { hash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What the server is made from, below the root of a checkout. */
const sources = ["src", "bin", "scripts/build", "package.json", "package-lock.json"];

/**
 * Where the build of the sources as they are now is, or would be; `isThere` says which. A package comes without sources:
 * then the build that is there fits.
 * @param {string} root
 */
export function findBuild(root) {
  const builds = join(root, "dist");
  const name = existsSync(join(root, "src")) ? stampOf(root) : onlyBuild(builds);
  const folder = join(builds, name);
  const program = join(folder, "docent.js");
  return { folder, program, isThere: existsSync(program) };
}

/** Another name whenever a source was changed, added or removed. To read them all would take ten times as long. */
function stampOf(root) {
  const facts = [];
  for (const path of sources.map((source) => `${root}/${source}`))
    if (existsSync(path)) note(path, facts);
  return `server-${hash("sha1", facts.join()).slice(0, 16)}`;
}

/** Every command waits for this: folders are known by having no ending, and paths are put together by hand. */
function note(path, facts) {
  if (path.includes(".", path.lastIndexOf("/"))) {
    const { size, mtimeMs } = statSync(path);
    return void facts.push(size, mtimeMs);
  }
  for (const name of readdirSync(path)) {
    if (name.endsWith(".test.ts")) continue;
    facts.push(name);
    note(`${path}/${name}`, facts);
  }
}

function onlyBuild(builds) {
  const names = existsSync(builds) ? readdirSync(builds) : [];
  return names.find((name) => name.startsWith("server")) ?? "server";
}
