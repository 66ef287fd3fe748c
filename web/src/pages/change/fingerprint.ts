import type { FileDiff } from "../../../../src/contract/changes.ts";

/** Two 32-bit hashes side by side: short enough to store, long enough that two versions of a file do not meet. */
export function fingerprint(text: string): string {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 13);
  }
  return [first, second].map((half) => (half >>> 0).toString(36)).join("");
}

/** Of what is shown of a file. Where no lines are shown, the commit stands for them. */
export function fileFingerprint(file: FileDiff, headCommit: string): string {
  const { path, oldPath, status, hunks } = file;
  const lines = hunks.flatMap(({ header, lines: inside }) => [
    header,
    ...inside.map(({ kind, text }) => `${kind} ${text}`),
  ]);
  const rest = lines.length > 0 ? lines : [headCommit];
  return fingerprint([path, oldPath, status, ...rest].join("\n"));
}
