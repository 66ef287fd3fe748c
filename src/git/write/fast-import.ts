import { runGit } from "../run/git.ts";
import type { GitIdentity, GitSettings } from "../run/git-environment.ts";

export type ImportedFile = {
  path: string;
  /** null: the file is deleted. */
  content: string | Uint8Array | null;
  mode: "100644" | "100755";
  /** `content` is the id of a blob that is there. */
  encoding?: "blob";
};

export type ImportedCommit = {
  parent: string | undefined;
  /** A merge: its other parent, and the tree that the changes are made over in place of the parent's. */
  merge?: { parent: string; tree: string };
  message: string;
  author: GitIdentity;
  changes: ImportedFile[];
  /** Nothing of the parent stays but what is given. */
  isWhole?: boolean;
};

/**
 * Makes one commit on `ref`; the same input with a date gives the same commit. It writes one pack and moves the ref
 * last, so a kill leaves the ref where it was. It refuses to move a ref that gained commits meanwhile.
 */
export async function fastImport(
  settings: GitSettings,
  ref: string,
  commit: ImportedCommit,
): Promise<void> {
  const input = importStream(ref, commit);
  await runGit(["fast-import", "--quiet", "--done"], { ...settings, input });
}

function importStream(ref: string, commit: ImportedCommit): Buffer {
  const person = personLine(commit.author);
  const from = commit.parent === undefined ? "" : `from ${commit.parent}\n`;
  const { merge } = commit;
  const merged = merge ? `merge ${merge.parent}\nM 040000 ${merge.tree} ""\n` : "";
  const parts = [
    Buffer.from(`commit ${ref}\nauthor ${person}\ncommitter ${person}\n`),
    data(commit.message.replaceAll("\0", "")),
    Buffer.from(`${from}${merged}${commit.isWhole === true ? "deleteall\n" : ""}`),
  ];
  // Deletions first: a file may take the place of a folder that is gone.
  const deleted = commit.changes.filter(({ content }) => content === null);
  for (const { path } of deleted) parts.push(Buffer.from(`D ${quoted(path)}\n`));
  for (const { path, content, mode, encoding } of commit.changes) {
    if (content === null) continue;
    const source = encoding === "blob" ? content : "inline";
    parts.push(Buffer.from(`M ${mode} ${source} ${quoted(path)}\n`));
    if (encoding === undefined) parts.push(data(content));
  }
  parts.push(Buffer.from("done\n"));
  return Buffer.concat(parts);
}

function personLine({ name, email, date = new Date() }: GitIdentity): string {
  return `${plainName(name)} <${plainName(email)}> ${Math.floor(date.getTime() / 1000)} +0000`;
}

function plainName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line feed would start another command.
  return text.replace(/[\u0000-\u001f<>]/g, " ").trim();
}

function data(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
