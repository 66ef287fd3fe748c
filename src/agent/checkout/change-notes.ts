import type { ChangeCheck } from "../../contract/changes.ts";
import type { DocsFiles } from "../../docs/tree/docs-files.ts";
import type { DocsTree } from "../../docs/tree/docs-tree.ts";
import { newCode, type PageCode, pageCode } from "../../docs/write/page-code.ts";
import type { Overlay } from "../../git/overlay/overlay.ts";
import { firstOf } from "../../text/bounded.ts";

type Noted = {
  before: DocsFiles;
  after: Overlay;
  tree: DocsTree;
  /** Paths that the job was to change, and may not. */
  refused: string[];
};

const mostFindings = 50;
const longestCode = 120;

/** What a reviewer should know besides the checks: what was asked for and not written, and code that pages bring in. */
export async function changeNotes({ before, after, tree, refused }: Noted): Promise<ChangeCheck[]> {
  const changed = after.changes().map(({ path }) => path);
  const left = refused.filter((path) => !changed.includes(path));
  const code = await codeBroughtIn({ before, after, tree }, changed);
  return [
    note("Not written: files that a job may not change", left),
    note("New code in pages, which runs where the docs are built", code),
  ].filter(({ findings }) => findings.length > 0);
}

function note(name: string, findings: string[]): ChangeCheck {
  return { name, passed: true, findings: firstOf(findings, mostFindings) };
}

async function codeBroughtIn(
  { before, after, tree }: Omit<Noted, "refused">,
  changed: string[],
): Promise<string[]> {
  const read = (path: string, text: string) => pageCode(path, text, tree.site.pageCode);
  const old: PageCode[] = [];
  // Of all of them together: a page that moved has its code from where it was.
  for await (const { path, content } of before.readEach(changed)) old.push(...read(path, content));
  const texts = new Map<string, string>();
  const now: (PageCode & { path: string })[] = [];
  for await (const { path, content } of after.readEach(changed)) {
    const found = read(path, content).map((one) => ({ ...one, path }));
    if (found.length > 0) texts.set(path, content);
    now.push(...found);
  }
  return newCode(old, now, true)
    .slice(0, mostFindings)
    .map(({ path, start, text }) => {
      const line = (texts.get(path) ?? "").slice(0, start).split("\n").length;
      const shown = text.replace(/\s+/g, " ").trim().slice(0, longestCode).toWellFormed();
      return `${path}:${line} ${shown}`;
    });
}
