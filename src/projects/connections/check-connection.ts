import type { ConnectionFinding } from "../../contract/connections.ts";
import type { ForgeHost, HostFacts } from "../../forge/hosts/forge-host.ts";
import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import { permitSource } from "../secrets/set-login.ts";
import type { HostOf } from "./host-of.ts";

export type CheckDeps = {
  db: Database;
  hostOf: HostOf;
  /** Reads the newest commit of a source over git, or throws an AppError that says why not. */
  readVersion(source: StoredSource): Promise<string>;
  publicUrl: string | undefined;
};

/** What stands between a source and its repository, one by one, each with what to do. */
export async function checkConnection(
  deps: CheckDeps,
  actor: Actor,
  sourceId: string,
): Promise<ConnectionFinding[]> {
  const source = await permitSource(deps.db, actor, sourceId);
  const read = await told(async () => {
    await deps.readVersion(source);
    return [good("Git reads the source.")];
  });
  if (source.kind !== "git") return read;
  const asked = await told(async () => {
    const host = await deps.hostOf(source);
    return host ? forgeFindings(host, await host.inspect()) : [note(noHostText)];
  });
  return [...read, ...asked, ...webhookFindings(deps, source)];
}

const noHostText =
  "Docent speaks no API of this repository's host, or has no token for it: jobs push branches and changes are kept here, without pull requests there.";

function forgeFindings(host: ForgeHost, facts: HostFacts): ConnectionFinding[] {
  const { path } = host.repository;
  const { kind } = host.repository;
  const found = problems.flatMap(({ isSo, state, text }) =>
    isSo(facts) ? [{ state, text: text(facts) }] : [],
  );
  const moved =
    facts.path.toLowerCase() !== path.toLowerCase()
      ? [bad(`The repository is now ${facts.path}: give the source that address, ${facts.webUrl}.`)]
      : [];
  const all = [...moved, ...found, ...facts.missing.map(bad)];
  const opening = `${kind}: ${facts.account || "the account"} reaches ${facts.path}`;
  if (all.some(({ state }) => state === "bad")) return [note(`${opening}.`), ...all];
  return [good(`${opening}, may push and open pull requests.`), ...all];
}

type Problem = {
  isSo(facts: HostFacts): boolean;
  state: ConnectionFinding["state"];
  text(facts: HostFacts): string;
};

const problems: Problem[] = [
  {
    isSo: ({ archived }) => archived,
    state: "bad",
    text: () =>
      "The repository is archived, so nothing can be pushed to it: unarchive it there, or point the source elsewhere.",
  },
  {
    isSo: ({ mirror }) => mirror,
    state: "bad",
    text: () =>
      "The repository is a mirror that its forge pulls from elsewhere, so nothing can be pushed to it: point the source at the original.",
  },
  {
    isSo: ({ empty }) => empty,
    state: "bad",
    text: () => "The repository is empty: push a first commit to it.",
  },
  {
    isSo: ({ canPush, archived, mirror, missing }) =>
      !canPush && !archived && !mirror && missing.length === 0,
    state: "bad",
    text: ({ account }) =>
      `${account || "The account"} may not push: give it write access to the repository's contents.`,
  },
  {
    isSo: ({ canPush, canOpenPulls, missing }) => canPush && !canOpenPulls && missing.length === 0,
    state: "bad",
    text: ({ account }) =>
      `${account || "The account"} may not open pull requests: give its token write access to pull requests.`,
  },
  {
    isSo: ({ fork }) => fork,
    state: "note",
    text: () =>
      "The repository is a fork: pull requests are opened in the fork itself, not in the repository it was made from.",
  },
  {
    isSo: ({ drafts }) => !drafts,
    state: "note",
    text: () =>
      "The forge offers no drafts here: drafts are opened as regular pull requests that say so.",
  },
  {
    isSo: ({ canAdminister }) => !canAdminister,
    state: "note",
    text: ({ account }) =>
      `${account || "The account"} may not make webhooks: grant that, or add the webhook by hand.`,
  },
];

function webhookFindings({ publicUrl }: CheckDeps, source: StoredSource): ConnectionFinding[] {
  if (publicUrl === undefined)
    return [
      note("DOCENT_PUBLIC_URL is not set, so no forge can send webhooks: the source is polled."),
    ];
  if (source.deliveredAt === null)
    return [note("No webhook has arrived yet: the source is polled.")];
  return [good(`Webhooks arrive, the last one at ${source.deliveredAt}.`)];
}

async function told(look: () => Promise<ConnectionFinding[]>): Promise<ConnectionFinding[]> {
  return look().catch((error) => {
    if (!(error instanceof AppError)) throw error;
    return [bad(error.message)];
  });
}

function good(text: string): ConnectionFinding {
  return { state: "good", text };
}

function note(text: string): ConnectionFinding {
  return { state: "note", text };
}

function bad(text: string): ConnectionFinding {
  return { state: "bad", text };
}
