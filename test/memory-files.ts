import type { EditableFiles } from "../src/docs/tree/docs-files.ts";
import { requireUnprotected } from "../src/git/overlay/protected-path.ts";
import { AppError } from "../src/lib/app-error.ts";
import { requireFolder, requireNewPath, requirePath } from "../src/lib/repository-path.ts";

export type MemoryFiles = EditableFiles & { read(path: string): Promise<string> };

const maxLength = 2 * 1024 * 1024;

/** Files that can be changed, without a repository. What a checkout refuses is refused here too. */
export function memoryFiles(base: Record<string, string>): MemoryFiles {
  const texts = new Map(Object.entries(base));
  const writable = (path: string) => {
    const plain = requirePath(path);
    requireUnprotected(plain, []);
    return plain;
  };
  const read = (path: string) => {
    const text = texts.get(requirePath(path));
    if (text === undefined) throw new AppError("not_found", `There is no file ${path}.`);
    return text;
  };
  return {
    list(folder = "") {
      const start = folder === "" ? "" : `${requireFolder(folder)}/`;
      const paths = [...texts.keys()].filter((path) => path.startsWith(start)).sort();
      return paths.map((path) => ({ path, readable: true }));
    },
    has: (path) => texts.has(requirePath(path)),
    read: async (path) => read(path),
    async *readEach(paths) {
      for (const path of paths) {
        const content = texts.get(path);
        const isText = content !== undefined && !content.includes("\0");
        if (isText && content.length <= maxLength) yield { path, content };
      }
    },
    write(path, content) {
      const target = writable(path);
      if (content.length > maxLength) throw new AppError("too_large", `${path} is over 2 MB.`);
      const created = !texts.has(target);
      if (created) requireNewPath(target);
      texts.set(target, content);
      return { created };
    },
    remove(path) {
      read(writable(path));
      texts.delete(path);
    },
    async moveAll(moves) {
      const planned = moves.map(({ from, to }) => [read(writable(from)), writable(to)] as const);
      for (const [, to] of planned) {
        if (texts.has(to)) throw new AppError("conflict", `There is a file ${to} already.`);
        requireNewPath(to);
      }
      for (const { from } of moves) texts.delete(from);
      for (const [text, to] of planned) texts.set(to, text);
    },
    async filesWith(wanted) {
      const held = [...texts].filter(([, text]) => wanted.some((one) => text.includes(one)));
      return held.map(([path]) => path).sort();
    },
    changes() {
      const paths = new Set([...texts.keys(), ...Object.keys(base)]);
      const changed = [...paths].filter((path) => texts.get(path) !== base[path]);
      return changed.sort().map((path) => ({ path }));
    },
  };
}
