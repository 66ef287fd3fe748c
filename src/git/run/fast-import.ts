import type { OverlayChange } from "../overlay/overlay-change.ts";
import type { GitIdentity } from "./git-environment.ts";

export type ImportedCommit = {
  parent: string;
  message: string;
  author: GitIdentity & { date: Date };
  changes: OverlayChange[];
};

/** What fast-import reads to make one commit on `ref`. The same input gives the same commit. */
export function importStream(ref: string, commit: ImportedCommit): Buffer {
  const person = personLine(commit.author);
  const parts = [
    Buffer.from(`commit ${ref}\nauthor ${person}\ncommitter ${person}\n`),
    data(commit.message.replaceAll("\0", "")),
    Buffer.from(`from ${commit.parent}\n`),
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

export function personLine({ name, email, date = new Date() }: GitIdentity): string {
  return `${plainName(name)} <${plainName(email)}> ${Math.floor(date.getTime() / 1000)} +0000`;
}

function plainName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line feed would start another command.
  return text.replace(/[\u0000-\u001f<>]/g, " ").trim();
}

export function data(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

export function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
