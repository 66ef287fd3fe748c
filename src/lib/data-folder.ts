import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "./app-error.ts";

export type DataFolder = {
  path: string;
  /** Copies of remote repositories. */
  mirrors: string;
  /** Bare repositories that live here alone. */
  repositories: string;
  /** Search indexes, which are made again where they are gone. */
  indexes: string;
  /** The keys that seal stored secrets, where no setting gives one. */
  secretKey: string;
};

/** Makes the folder readable for its owner alone: it holds every conversation. */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw new AppError(
      "unavailable",
      `The data folder ${path} cannot be used${reason}: choose another with --data.`,
      { cause },
    );
  }
  return dataPlaces(path);
}

/** Looking makes nothing: the places of a folder that something else has opened. */
export function dataPlaces(path: string): DataFolder {
  const [mirrors, repositories] = [join(path, "mirrors"), join(path, "repositories")];
  const indexes = join(path, "indexes");
  return { path, mirrors, repositories, indexes, secretKey: join(path, "secret.key") };
}
