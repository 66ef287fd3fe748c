import { AppError } from "../lib/app-error.ts";

type Named = {
  /** Where it stands in the request. */
  path: string;
  /** What it is, and what to do when it is too long, for a person. */
  name: string;
  advice: string;
};

/** Refuses a text of the request that has more characters than are taken. */
export function requireShort(length: number, most: number, { path, name, advice }: Named): void {
  if (length <= most) return;
  const count = (characters: number) => characters.toLocaleString("en-US");
  const message = `${name} ${count(length)} characters, and at most ${count(most)} are taken.`;
  throw new AppError("invalid_request", `${message} ${advice}`, { details: [{ path, message }] });
}
