import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocsFiles } from "../../docs/tree/docs-files.ts";
import { runGit } from "../../git/run/git.ts";

const maxBytes = 2 * 1024 * 1024;

/** The files of a work tree as they are on disk, what nobody has committed included. Ignored files are left out. */
export async function workTreeFiles(top: string): Promise<DocsFiles> {
  const listed: { path: string; readable: boolean }[] = [];
  for (const name of await listNames(top)) {
    const whole = Buffer.concat([Buffer.from(`${top}/`), name]);
    const kind = lstatSync(whole, { throwIfNoEntry: false });
    if (kind === undefined || kind.isDirectory()) continue;
    listed.push({ path: name.toString("utf8"), readable: kind.isFile() && isUtf8(name) });
  }
  listed.sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
  return { list: () => listed, readEach: (wanted) => readEach(top, wanted) };
}

/** As bytes: a file whose name is not UTF-8 is found under no other. */
async function listNames(top: string): Promise<Buffer[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await runGit(args, { cwd: top, maxOutputBytes: 256 * 1024 * 1024 });
  const names = new Set(stdout.toString("latin1").split("\0"));
  return [...names].filter((name) => name !== "").map((name) => Buffer.from(name, "latin1"));
}

async function* readEach(top: string, paths: string[]) {
  for (const path of paths) {
    const content = readText(join(top, path));
    if (content !== undefined) yield { path, content };
  }
}

/** undefined for a file that is gone, a link, too long or no text. Waiting for each file by itself takes far longer. */
function readText(path: string): string | undefined {
  const file = openFile(path);
  if (file === undefined) return undefined;
  try {
    const kind = fstatSync(file);
    if (!kind.isFile() || kind.size > maxBytes) return undefined;
    const content = readFileSync(file);
    return content.includes(0) || !isUtf8(content) ? undefined : content.toString("utf8");
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
