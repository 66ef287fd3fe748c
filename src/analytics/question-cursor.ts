import { AppError } from "../lib/app-error.ts";
import type { QuestionPlace } from "../store/answers/analytics.ts";

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (ans_[0-9a-z]{1,64})$/;

/** Where a page ended, in one word that callers only hand back. */
export function writeCursor({ createdAt, id }: QuestionPlace): string {
  return Buffer.from(`${createdAt} ${id}`).toString("base64url");
}

export function readCursor(cursor: string | undefined): QuestionPlace | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const [, createdAt, id] = form.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt, id };
  throw new AppError("invalid_request", "cursor takes the nextCursor of an earlier reply.", {
    details: [{ path: "cursor", message: "Not a cursor of this list." }],
  });
}
