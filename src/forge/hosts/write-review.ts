import type { ErrorCode } from "../../contract/error.ts";
import { AppError } from "../../lib/app-error.ts";
import type { ForgeHost, HostReview, LineComment } from "./forge-host.ts";

export type Comments = Pick<ForgeHost, "putComment" | "comments">;

/** How one kind of forge takes a review. What it refuses is thrown as `conflict` or `not_found`. */
type ReviewDoor = Comments & {
  /** Summary and comments in one request, all of it or nothing. Left out where the forge has no such thing. */
  together?(summary: string): Promise<void>;
  /** One comment on one line. */
  onLine(line: LineComment): Promise<void>;
};

/**
 * Writes a review, each part of it once. A forge that refuses one of many lines does not say which: then each is tried
 * alone, and the summary, written last, holds those that it does not take. After a failure no other line is tried: Gitea
 * answers so to a line that its file does not have.
 */
export async function writeReview(
  door: ReviewDoor,
  number: number,
  review: HostReview,
): Promise<void> {
  const { marker, lines } = review;
  const written = (await door.comments(number, "")).filter(({ isOwn }) => isOwn);
  const stands = (text: string) => written.some(({ body }) => body.includes(text));
  if (stands(marker)) return;
  const missing = lines.filter((line) => !stands(line.marker));
  const isWhole = missing.length === lines.length && lines.length > 0;
  let last: Outcome = "refused";
  if (isWhole && door.together) last = await outcomeOf(door.together(review.summary([])));
  if (last === "taken") return;
  const refused: LineComment[] = [];
  for (const line of missing) {
    if (last !== "failed") last = await outcomeOf(door.onLine(line));
    if (last !== "taken") refused.push(line);
  }
  await door.putComment(number, { marker, body: review.summary(refused) });
}

type Outcome = "taken" | "refused" | "failed";
const outcomes: Partial<Record<ErrorCode, Outcome>> = {
  conflict: "refused",
  not_found: "refused",
  unavailable: "failed",
};

async function outcomeOf(work: Promise<void>): Promise<Outcome> {
  try {
    await work;
    return "taken";
  } catch (error) {
    const outcome = error instanceof AppError ? outcomes[error.code] : undefined;
    if (outcome === undefined) throw error;
    return outcome;
  }
}
