import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ReaderPass } from "../../contract/reader/reader-pass.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { readerSecret } from "../../store/access/reader-secrets.ts";
import type { Database } from "../../store/database.ts";

export type PassDeps = { db: Database; clock: Clock };

/** What a pass says; whoever changes a letter of it has none. */
const claims = z.object({
  project: z.string(),
  /** In milliseconds. */
  until: z.int(),
  /** The link that whoever has the pass came by. */
  link: z.string().optional(),
  /** The session of a member who has it. */
  session: z.string().optional(),
});
export type PassClaims = z.infer<typeof claims>;

export const passPrefix = "rdr_";
const passSeconds = 60 * 60;
const longestPass = 600;

/** A pass for pages of the reader, for an hour and one project. What it is good for is decided where it is used. */
export async function signPass(
  deps: PassDeps,
  { mayAsk, ...holder }: Omit<PassClaims, "until"> & { mayAsk: boolean },
): Promise<ReaderPass> {
  const said = { ...holder, until: deps.clock.now().getTime() + passSeconds * 1_000 };
  const text = Buffer.from(JSON.stringify(said)).toString("base64url");
  const pass = `${passPrefix}${text}.${await signatureOf(deps, text)}`;
  return { pass, seconds: passSeconds, mayAsk };
}

/** What a pass allows. Throws for one that was not signed here, was changed, or has ended. */
export async function readPass(deps: PassDeps, pass: string): Promise<PassClaims> {
  const match = /^rdr_([\w-]+)\.([\w-]+)$/.exec(pass.length > longestPass ? "" : pass);
  const [, text = "", signature = ""] = match ?? [];
  const right = Buffer.from(await signatureOf(deps, text));
  const given = Buffer.from(signature);
  if (!match || given.length !== right.length || !timingSafeEqual(given, right))
    throw passRefused();
  const said = claims.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  if (said.until <= deps.clock.now().getTime()) throw passRefused();
  return said;
}

async function signatureOf(deps: PassDeps, text: string): Promise<string> {
  const secret = await readerSecret(deps.db, () => ({
    secret: randomBytes(32).toString("base64url"),
    createdAt: deps.clock.now().toISOString(),
  }));
  return createHmac("sha256", secret).update(`docent reader pass 1\0${text}`).digest("base64url");
}

export function passRefused(): AppError {
  return new AppError("unauthenticated", "This pass has ended. Reload the page for a new one.");
}
