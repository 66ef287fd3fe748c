import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type {
  MadeReaderLink,
  newReaderLink,
  ReaderLink,
} from "../../contract/reader/reader-links.ts";
import { type Actor, nameOf, permit, permitReading } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { newId } from "../../lib/ids.ts";
import { readerPath } from "../../search/page-url.ts";
import {
  dropEndedReaderLinks,
  insertReaderLink,
  listReaderLinks,
  markReaderLinkRevoked,
  type ReaderLinkRow,
} from "../../store/access/reader-links.ts";
import { findPage } from "../../store/docs/pages.ts";
import { findProject } from "../../store/docs/projects.ts";
import { hashOfLink } from "./open-link.ts";
import { type PassDeps, passPrefix } from "./reader-pass.ts";

const hourMs = 60 * 60_000;
const keptMs = 30 * 24 * hourMs;
const mostLinks = 200;

type NewLink = { projectId: string; publicUrl: string; link: z.output<typeof newReaderLink> };

/** A link that opens a private project's docs, or one page of them, for whoever has it. It is told once. */
export async function makeLink(
  deps: PassDeps,
  actor: Actor,
  { projectId, publicUrl, link }: NewLink,
): Promise<MadeReaderLink> {
  permit(actor, "admin", projectId);
  const project = await findProject(deps.db, projectId);
  if (!project) throw new AppError("not_found", "There is no such project.");
  const { path, hours } = link;
  await requirePage(deps, project.currentRevisionId, path);
  const now = deps.clock.now();
  await dropEndedReaderLinks(deps.db, new Date(now.getTime() - keptMs).toISOString());
  const open = { projectId, now: now.toISOString(), limit: mostLinks };
  if ((await listReaderLinks(deps.db, open)).length >= mostLinks)
    throw new AppError("conflict", `There are ${mostLinks} links already. Take some back first.`);
  const token = `${passPrefix}${randomBytes(32).toString("base64url")}`;
  const row: ReaderLinkRow = {
    ...{ id: newId("lnk"), projectId, tokenHash: hashOfLink(token), path, madeBy: nameOf(actor) },
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + hours * hourMs).toISOString(),
    revokedAt: null,
    usedAt: null,
  };
  await insertReaderLink(deps.db, row);
  return { ...shown(row), url: `${publicUrl}${readerPath(project, { path })}?pass=${token}` };
}

async function requirePage({ db }: PassDeps, revisionId: string | null, path: string) {
  if (path === "") return;
  const isThere =
    revisionId !== null && !path.includes("\0") && (await findPage(db, revisionId, [path]));
  if (isThere) return;
  const message = "There is no such page: take its path as the docs have it, with its ending.";
  throw new AppError("not_found", message, { details: [{ path: "path", message }] });
}

/** The links that work. */
export async function listLinks(
  deps: PassDeps,
  actor: Actor,
  projectId: string,
): Promise<ReaderLink[]> {
  permitReading(actor, projectId);
  const now = deps.clock.now().toISOString();
  const rows = await listReaderLinks(deps.db, { projectId, now, limit: mostLinks });
  return rows.map(shown);
}

/** From now on the link opens nothing, also for those who have come by it. */
export async function revokeLink(
  deps: PassDeps,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  permit(actor, "admin", projectId);
  const at = deps.clock.now().toISOString();
  if (await markReaderLinkRevoked(deps.db, { id, projectId, at })) return;
  throw new AppError("not_found", "There is no such link, or it was taken back before.");
}

function shown({ id, path, madeBy, createdAt, expiresAt, usedAt }: ReaderLinkRow): ReaderLink {
  return { id, path, madeBy, createdAt, expiresAt, usedAt };
}
