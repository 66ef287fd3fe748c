import { readFile } from "node:fs/promises";
import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { linkTarget, writePrivately } from "../write-privately.ts";
import type { ApplyFile } from "./apply-file.ts";
import type { ApplyStep } from "./apply-step.ts";
import { withFileLock } from "./with-file-lock.ts";

const keysFile = z.record(z.string(), z.record(z.string(), z.string()));
export type KeysFile = z.infer<typeof keysFile>;
export type KeyName = { project: string; name: string };

/** Stands in the place of a secret while its key is being made: nobody knows it where the run ended there. */
const unknownSecret = "";

/** The keys that a file holds, by project and name; none where it is not there. */
export async function readKeysFile(path: string): Promise<KeysFile> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return "{}";
    throw new AppError("invalid_request", `--write-keys: ${path} cannot be read.`, { cause });
  });
  try {
    return keysFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError(
      "invalid_request",
      `--write-keys: ${path} is there and holds no keys of docent apply: name another file.`,
      { cause },
    );
  }
}

/** Where new keys are kept beside those that are there, also those that another run has just put there. */
export type KeysKeeper = {
  /** Says that a key is about to be made. */
  expect(key: KeyName): Promise<void>;
  /** None was made after all: what was there before is again. */
  forget(key: KeyName): Promise<void>;
  keep(key: KeyName, secret: string): Promise<void>;
};

/** Throws where the file cannot take keys, before one is made. */
export async function openKeysFile(path: string): Promise<KeysKeeper> {
  const file = await linkTarget(path, "--write-keys");
  const before = await change(file, () => undefined);
  const set = async ({ project, name }: KeyName, secret: string | undefined) => {
    await change(file, (keys) => {
      const { [name]: _, ...others } = keys[project] ?? {};
      const all = secret === undefined ? others : { ...others, [name]: secret };
      if (Object.keys(all).length > 0) keys[project] = all;
      else delete keys[project];
    });
  };
  return {
    expect: (key) => set(key, unknownSecret),
    forget: (key) => set(key, before[key.project]?.[key.name]),
    keep: set,
  };
}

/** Read, changed and written while no other run does. */
async function change(file: string, edit: (keys: KeysFile) => void): Promise<KeysFile> {
  return withFileLock(file, async () => {
    const keys = await readKeysFile(file);
    edit(keys);
    await writePrivately(file, `${JSON.stringify(keys, null, 2)}\n`, "--write-keys");
    return keys;
  });
}

/** Keys that are there and that nobody knows, since the run that made them was cut off. */
export function keysWithoutSecret(held: KeysFile, file: ApplyFile, steps: ApplyStep[]): KeyName[] {
  const isAdded = ({ project, name }: KeyName) =>
    steps.some(
      (step) =>
        step.kind === "key" &&
        step.action === "add" &&
        step.domain === project &&
        step.name === name,
    );
  return Object.entries(file.projects).flatMap(([project, { keys = {} }]) =>
    Object.keys(keys)
      .map((name) => ({ project, name }))
      .filter((key) => held[project]?.[key.name] === unknownSecret && !isAdded(key)),
  );
}
