import { createHash } from "node:crypto";
import { AppError } from "../../lib/app-error.ts";
import {
  findReaderLink,
  findReaderLinkByHash,
  markReaderLinkUsed,
  type ReaderLinkRow,
} from "../../store/access/reader-links.ts";
import type { PassDeps } from "./reader-pass.ts";

const usedStepMs = 60_000;

/** The link that a token opens private docs by. Throws for one that is unknown, has ended or was taken back. */
export async function openLink(deps: PassDeps, token: string): Promise<ReaderLinkRow> {
  const isLikely = /^rdr_[\w-]{43}$/.test(token);
  const link = isLikely ? await findReaderLinkByHash(deps.db, hashOfLink(token)) : undefined;
  const open = requireOpen(deps, link);
  const now = deps.clock.now();
  if (open.usedAt === null || now.getTime() - Date.parse(open.usedAt) >= usedStepMs)
    await markReaderLinkUsed(deps.db, open.id, now.toISOString());
  return open;
}

/** The same by its id, for a pass that somebody got who came by it. */
export async function requireLink(deps: PassDeps, id: string): Promise<ReaderLinkRow> {
  return requireOpen(deps, await findReaderLink(deps.db, id));
}

/** It holds 256 random bits. */
export function hashOfLink(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function requireOpen({ clock }: PassDeps, link: ReaderLinkRow | undefined): ReaderLinkRow {
  const now = clock.now().toISOString();
  if (link && link.revokedAt === null && link.expiresAt > now) return link;
  throw new AppError(
    "unauthenticated",
    "This link has expired or was taken back. Ask whoever sent it for a new one.",
  );
}
