import { AppError } from "../lib/app-error.ts";
import { cleanPath } from "../lib/repository-path.ts";

const longestMount = 200;

/** The folder of the project that a source's pages are put under, in the one way it is stored. */
export function cleanMount(text: string): string {
  const mount = inside(text).normalize("NFC");
  if (mount.length <= longestMount) return mount;
  throw new AppError(
    "invalid_request",
    `The mount folder is longer than ${longestMount} characters.`,
  );
}

function inside(text: string): string {
  try {
    return cleanPath(text);
  } catch (cause) {
    throw new AppError(
      "invalid_request",
      `"${text}" cannot be a mount folder: give a path such as guides/api, without "..".`,
      { cause },
    );
  }
}
