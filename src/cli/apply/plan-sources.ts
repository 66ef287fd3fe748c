import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { cleanMount } from "../../projects/change-sources.ts";
import { secretFingerprint } from "../../projects/secrets/secret-fingerprint.ts";
import { webAddress } from "../../text/safe/web-address.ts";
import type { AppliedProject, AppliedSource } from "./apply-file.ts";
import type { ApplyStep, FieldChange, Login, ProjectState, SourcePlace } from "./apply-step.ts";

/** What the environment holds under a name; undefined where it holds nothing, and a plan is all that is wanted. */
export type SecretOf = (name: string) => string | undefined;

type Input = {
  domain: string;
  wanted: AppliedProject;
  found: ProjectState | undefined;
  prunes: boolean;
  secretOf: SecretOf;
  locationOf(text: string): Promise<string>;
};

type Stored = ProjectState["sources"][number];
type Pair = { listed: AppliedSource; place: SourcePlace; stored: Stored | undefined };

/** The sources of a project, their logins, and a sync where something is to be read. */
export async function sourceSteps(input: Input): Promise<ApplyStep[]> {
  const { domain, wanted, found, prunes, secretOf } = input;
  if (wanted.sources === undefined) return [];
  const pairs = matched(await placesOf(input, wanted.sources), found?.sources ?? [], domain);
  const steps: ApplyStep[] = [];
  for (const { listed, place, stored } of pairs) {
    const login = loginOf(listed, secretOf);
    const base = { domain, name: place.location };
    if (stored === undefined) {
      steps.push({ kind: "source", action: "add", ...base, place, login, changes: added(place) });
      continue;
    }
    const after = { ...place, ...keptOf(listed, stored) };
    const changes = changesOf(stored, after);
    const sourceId = stored.id;
    if (changes.length > 0)
      steps.push({ kind: "source", action: "change", ...base, sourceId, place: after, changes });
    if (login && !(await isStored(stored, login, changes)))
      steps.push({
        kind: "login",
        action: "change",
        ...base,
        sourceId,
        login,
        changes: from(login),
      });
  }
  const isUnread = pairs.some(({ stored }) => stored?.syncedAt === null);
  if (prunes && found?.project.servedBy === "") {
    const kept = new Set(pairs.map(({ stored }) => stored?.id));
    for (const { id, location } of found.sources.filter((source) => !kept.has(source.id)))
      steps.push({
        kind: "source",
        action: "remove",
        domain,
        name: location,
        sourceId: id,
        changes: [],
      });
  }
  const reads = steps.some(({ action }) => action !== "remove");
  if (reads || isUnread)
    steps.push({ kind: "docs", action: "sync", domain, name: domain, changes: [] });
  return steps;
}

async function placesOf({ locationOf }: Input, listed: AppliedSource[]) {
  const places: { listed: AppliedSource; place: SourcePlace }[] = [];
  for (const source of listed) {
    const { branch, subfolder, mount, baseUrl } = source;
    const place = {
      location: await locationOf(source.location),
      ...{ branch: branch ?? "", subfolder: cleanPath(subfolder ?? "") },
      ...{ mount: cleanMount(mount ?? ""), baseUrl: (baseUrl && webAddress(baseUrl)) ?? "" },
    };
    places.push({ listed: source, place });
  }
  return places;
}

/** A source is known by where it is, else by the folder of the project that its pages are put under. */
function matched(places: Omit<Pair, "stored">[], sources: Stored[], domain: string): Pair[] {
  const free = new Set(sources);
  const take = (isIt: (source: Stored) => boolean, most = Number.POSITIVE_INFINITY) => {
    const fitting = [...free].filter(isIt);
    const [one] = fitting;
    if (one === undefined || fitting.length > most) return undefined;
    free.delete(one);
    return one;
  };
  const pairs = places.map(
    ({ listed, place }): Pair => ({
      ...{ listed, place },
      stored: take(
        ({ location, subfolder, mount }) =>
          location === place.location && subfolder === place.subfolder && mount === place.mount,
      ),
    }),
  );
  const names = pairs.map(({ place }) => `${place.location}\0${place.subfolder}\0${place.mount}`);
  if (new Set(names).size < names.length)
    throw new AppError("invalid_request", `The project ${domain} lists a source twice.`);
  return pairs.map((pair) => ({
    ...pair,
    stored: pair.stored ?? take(({ mount }) => mount === pair.place.mount, 1),
  }));
}

/** What the file does not say of a source that is there stays. */
function keptOf({ branch, baseUrl }: AppliedSource, stored: Stored): Partial<SourcePlace> {
  return {
    ...(branch === undefined && { branch: stored.branch }),
    ...(baseUrl === undefined && { baseUrl: stored.baseUrl }),
  };
}

const parts = ["location", "branch", "subfolder", "mount", "baseUrl"] as const;

function changesOf(before: SourcePlace, after: SourcePlace): FieldChange[] {
  return parts
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

function added(place: SourcePlace): FieldChange[] {
  return parts
    .filter((field) => field !== "location" && place[field] !== "")
    .map((field) => ({ field, from: null, to: place[field] }));
}

function loginOf({ token, username }: AppliedSource, secretOf: SecretOf): Login | undefined {
  const secret = token && secretOf(token.fromEnv);
  if (token === undefined || secret === undefined) return undefined;
  const value = { kind: "token" as const, token: secret };
  return { value: { ...value, ...(username !== undefined && { username }) }, from: token.fromEnv };
}

function from({ from: name }: Login): FieldChange[] {
  return [{ field: "token", from: "another one, or none", to: `that of ${name}` }];
}

/** A login goes with its host: where the place changes it is stored anew. */
async function isStored(stored: Stored, login: Login, changes: FieldChange[]): Promise<boolean> {
  if (changes.some(({ field }) => field === "location")) return false;
  const fingerprint = await secretFingerprint({ sourceId: stored.id }, "login", login.value);
  return stored.fingerprint === fingerprint;
}
