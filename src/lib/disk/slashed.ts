import { sep } from "node:path";

/** A path as this system writes it, in the way repositories do: "/" between parts. */
export function slashed(path: string): string {
  return path.replaceAll(sep, "/");
}
