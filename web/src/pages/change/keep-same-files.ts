import type { ChangeDetail } from "../../../../src/contract/changes.ts";
import { fileFingerprint } from "./fingerprint.ts";

/** The newer detail, with the older one's objects for files of which nothing has changed. */
export function keepSameFiles(before: ChangeDetail | undefined, after: ChangeDetail): ChangeDetail {
  if (!before) return after;
  const commit = after.change.headCommit;
  const known = new Map(
    before.files.map((file) => [fileFingerprint(file, before.change.headCommit), file]),
  );
  const files = after.files.map((file) => known.get(fileFingerprint(file, commit)) ?? file);
  const isSame =
    files.length === before.files.length &&
    files.every((file, index) => file === before.files[index]);
  return { ...after, files: isSame ? before.files : files };
}
