import { selectFiles } from "../src/ingest/sources/select-files.ts";
import type { Source, SourceFile } from "../src/ingest/sources/source.ts";

export type Pages = Record<string, string | Uint8Array>;

export type MemoryOptions = {
  withIds: boolean | undefined;
  failAfter: number | undefined;
  onRead(path: string): void;
};

/** A source made of a path-to-content map, which tells what is read and can fail on the way. */
export function memorySource(pages: Pages, options: MemoryOptions): Source {
  const idOf = (path: string) =>
    options.withIds === false ? undefined : Buffer.from(pages[path] ?? "").toString("base64");
  async function* read(files: SourceFile[]) {
    for (const [index, file] of files.entries()) {
      if (index === options.failAfter) throw new Error("disk gone");
      options.onRead(file.path);
      yield { file, content: Buffer.from(pages[file.path] ?? "") };
    }
  }
  return {
    async snapshot() {
      const all = Object.keys(pages).map((path) => {
        const contentId = idOf(path);
        return { path, size: 1, ...(contentId !== undefined && { contentId }) };
      });
      const { files, support, skipped, unread } = selectFiles(all);
      return { commit: "", files, support, skipped, unread, read };
    },
  };
}
