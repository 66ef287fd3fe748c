import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
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
    ignoreItself(path);
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

/** In a repository it is not for the next commit: it holds keys. */
function ignoreItself(path: string): void {
  const file = join(path, ".gitignore");
  if (!existsSync(file)) writeFileSync(file, "*\n", { mode: 0o600 });
}

/** Looking makes nothing: the places of a folder that something else has opened. */
export function dataPlaces(path: string): DataFolder {
  const [mirrors, repositories] = [join(path, "mirrors"), join(path, "repositories")];
  const indexes = join(path, "indexes");
  return { path, mirrors, repositories, indexes, secretKey: join(path, "secret.key") };
}
