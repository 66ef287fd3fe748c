import { z } from "zod";

/** The fingerprint of each viewed file, by its path. */
export type ViewedFiles = ReadonlyMap<string, string>;

const stored = z.array(z.tuple([z.string(), z.string()]));

export function readViewed(text: string): ViewedFiles {
  try {
    return new Map(stored.parse(JSON.parse(text)));
  } catch {
    return new Map();
  }
}

export function writeViewed(viewed: ViewedFiles): string {
  return JSON.stringify([...viewed]);
}

/** A file that has changed since it was viewed is to be viewed again. */
export function isViewed(viewed: ViewedFiles, path: string, fingerprint: string): boolean {
  return viewed.get(path) === fingerprint;
}

export function withViewed(
  viewed: ViewedFiles,
  path: string,
  fingerprint: string | undefined,
): ViewedFiles {
  const after = new Map(viewed);
  if (fingerprint === undefined) after.delete(path);
  else after.set(path, fingerprint);
  return after;
}
