import type { ForgeKind } from "../contract/changes.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { type HostAddress, hostAddress, repositoryOn } from "./host-address.ts";
import type { ForgeHost } from "./hosts/forge-host.ts";
import type { HostLimits } from "./hosts/host-limits.ts";
import type { HostLogin } from "./hosts/host-login.ts";
import type { HostSettings } from "./hosts/host-settings.ts";

export type HostAdapters = Partial<Record<ForgeKind, (settings: HostSettings) => ForgeHost>>;

export type HostFinderSettings = {
  adapters: HostAdapters;
  limits: HostLimits;
  clock: Clock;
  /** What is set for hosts, by name and port; `none` for one whose API is left alone. */
  kinds: ReadonlyMap<string, ForgeKind | "none">;
  /** Asks a host that nothing is known of; undefined where it is none. */
  ask(root: string): Promise<ForgeKind | undefined>;
};

export type HostPlace = {
  /** Address of the repository. */
  url: string;
  /** Whose login it is: one adapter serves one of them. */
  owner: string;
  /** Undefined where there is none: without one no API is asked. */
  login(): Promise<HostLogin | undefined>;
};

export type HostFinder = (place: HostPlace) => Promise<ForgeHost | undefined>;

const wellKnown: Record<string, ForgeKind> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "codeberg.org": "gitea",
};

const mostRemembered = 1_000;
const askAgainMs = 10 * 60_000;

/** Finds the API of the forge that a repository is on: by its host's name, as it is set, or by asking the host once. */
export function createHostFinder(settings: HostFinderSettings): HostFinder {
  const hosts = new Map<string, ForgeHost>();
  const asked = new Map<string, { kind: Promise<ForgeKind | undefined>; atMs: number }>();
  const kindOf = (address: HostAddress) => {
    const known = settings.kinds.get(address.host) ?? wellKnown[address.host];
    if (known !== undefined) return known === "none" ? undefined : known;
    const nowMs = settings.clock.now().getTime();
    const root = [address.origin, ...address.names.slice(0, -2)].join("/");
    const before = asked.get(root);
    if (before && nowMs - before.atMs < askAgainMs) return before.kind;
    const kind = settings.ask(root);
    remember(asked, root, { kind, atMs: nowMs });
    // A forge stays what it is; what said nothing may have been down.
    kind.then((found) => found && remember(asked, root, { kind, atMs: Number.POSITIVE_INFINITY }));
    return kind;
  };
  return async ({ url, owner, login }) => {
    const address = hostAddress(url);
    if (!address || !(await login())) return undefined;
    const kind = await kindOf(address);
    const repository = kind && repositoryOn(kind, address);
    const adapter = kind && settings.adapters[kind];
    if (!repository || !adapter) return undefined;
    const key = `${kind} ${owner} ${url}`;
    const made = hosts.get(key) ?? adapter({ ...settings, repository, login: required(login) });
    remember(hosts, key, made);
    return made;
  };
}

function required(login: HostPlace["login"]): HostSettings["login"] {
  return async () => {
    const given = await login();
    if (given) return given;
    throw new AppError("unauthenticated", "The source has no token any more: set one.");
  };
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostRemembered && oldest !== undefined) map.delete(oldest);
}
