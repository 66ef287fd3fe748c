import { lookup } from "node:dns/promises";
import { isInternalAddress } from "../../git/remote/internal-address.ts";
import { ownLogin } from "../../git/run/git-access.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import { listAllSources } from "../../store/docs/sources.ts";

export type OpenHostDeps = {
  db: Database;
  /** Hosts of one's own networks that the operator lets owners use; `*.example.com` stands for all below. */
  internalHosts: readonly string[];
  /** The addresses of a name; none where it has none. */
  addressesOf?(host: string): Promise<string[]>;
};

/**
 * Refuses an https address inside one's own networks to whoever names it in a browser: with it an owner could knock at
 * every service that this machine can reach. Where a source of the operator's goes, others may follow. A name is looked
 * up before each use, since it may lead elsewhere by then; redirects are never followed.
 */
export async function requireOpenHost(deps: OpenHostDeps, location: string): Promise<void> {
  const url = /^https:/i.test(location) && URL.canParse(location) ? new URL(location) : undefined;
  if (!url || deps.internalHosts.some((allowed) => isNamed(url.hostname, allowed))) return;
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isLocalName(name) ? ["127.0.0.1"] : await (deps.addressesOf ?? lookUp)(name);
  if (!addresses.some(isInternalAddress) || (await isOperators(deps.db, url.host))) return;
  throw new AppError(
    "invalid_request",
    `The host ${url.hostname} is inside the server's own networks. Ask the operator to name it in DOCENT_INTERNAL_GIT_HOSTS, or to add the source on the server's command line, with docent sources add.`,
    { details: [{ path: "location", message: "Is inside the server's own networks." }] },
  );
}

function isNamed(hostname: string, allowed: string): boolean {
  return allowed.startsWith("*.") ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}

/** Git's client takes every such name for this machine, whatever a look-up says. */
function isLocalName(name: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(name);
}

/** Whatever cannot be looked up, git cannot reach either, or reaches through a proxy that decides for itself. */
async function lookUp(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

async function isOperators(db: Database, host: string): Promise<boolean> {
  const sources = await listAllSources(db);
  return sources.some(
    ({ credential, location }) =>
      credential !== ownLogin && /^https:/i.test(location) && new URL(location).host === host,
  );
}
