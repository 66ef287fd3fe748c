import { z } from "zod";
import { type ChangeComment, lineRemark } from "../../../../../src/contract/changes.ts";

/** A line of a diff; a removed line has the number it had on the old side. */
export type Place = { path: string; side: "old" | "new"; line: number };

const remark = z.object({
  path: z.string(),
  side: lineRemark.shape.side,
  line: z.int().positive(),
  body: z.string(),
  /** The line as it was when the remark was begun. */
  quote: z.string().default(""),
});
export type Remark = z.infer<typeof remark>;

const reviewDraft = z.object({
  /** Of this review alone: the same review sent twice is one. */
  id: z.string(),
  text: z.string().default(""),
  remarks: z.array(remark).default([]),
});
export type ReviewDraft = z.infer<typeof reviewDraft>;

/** What is stored is cut beyond 100,000 characters; a review stays well below. */
const mostCharacters = 60_000;
const mostOfRemark = 10_000;
const leastOfRemark = 2_000;
const mostOfText = 20_000;
export const mostRemarks = 200;

export function readReview(stored: string, newId: () => string): ReviewDraft {
  const parsed = reviewDraft.safeParse(parseJson(stored));
  return parsed.success ? parsed.data : { id: newId(), text: "", remarks: [] };
}

export function isEmpty({ text, remarks }: ReviewDraft): boolean {
  return text === "" && remarks.length === 0;
}

export function keyOf({ path, side, line }: Place): string {
  return `${side} ${line} ${path}`;
}

/** A remark without words is kept while it is being written, and is not sent. */
export function sentRemarks({ remarks }: ReviewDraft): Remark[] {
  return remarks.filter(({ body }) => body.trim() !== "");
}

export function begin(draft: ReviewDraft, place: Place & { quote: string }): ReviewDraft {
  if (hasRemark(draft, keyOf(place)) || isFull(draft)) return draft;
  const quote = place.quote.slice(0, 300);
  return { ...draft, remarks: [...draft.remarks, { ...place, quote, body: "" }] };
}

export function hasRemark({ remarks }: ReviewDraft, key: string): boolean {
  return remarks.some((one) => keyOf(one) === key);
}

export function isFull(draft: ReviewDraft): boolean {
  return draft.remarks.length >= mostRemarks || roomFor(draft, "", "remark") < leastOfRemark;
}

export function write(draft: ReviewDraft, key: string, body: string): ReviewDraft {
  const remarks = draft.remarks.map((one) => (keyOf(one) === key ? { ...one, body } : one));
  return { ...draft, remarks };
}

export function remove(draft: ReviewDraft, key: string): ReviewDraft {
  return { ...draft, remarks: draft.remarks.filter((one) => keyOf(one) !== key) };
}

/** How long one text of the review may become. */
export function roomFor(draft: ReviewDraft, own: string, most: "remark" | "text"): number {
  const left = mostCharacters - JSON.stringify(draft).length + own.length;
  return Math.max(own.length, Math.min(left, most === "remark" ? mostOfRemark : mostOfText));
}

/** Everything said about the lines of one file. */
export type Talk = { comments: ChangeComment[]; remarks: Remark[] };
export const noTalk: Talk = { comments: [], remarks: [] };

export function talkByPath(comments: ChangeComment[], remarks: Remark[]): Map<string, Talk> {
  const talks = new Map<string, Talk>();
  const talkOf = (path: string) => {
    const talk = talks.get(path) ?? { comments: [], remarks: [] };
    talks.set(path, talk);
    return talk;
  };
  for (const comment of comments)
    if (comment.path !== "" && comment.line > 0) talkOf(comment.path).comments.push(comment);
  for (const one of remarks) talkOf(one.path).remarks.push(one);
  return talks;
}

export function placeOf({ path, line }: ChangeComment): Place {
  return { path, line, side: "new" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
