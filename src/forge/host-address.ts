import type { ForgeKind } from "../contract/changes.ts";
import type { HostRepository } from "./hosts/forge-host.ts";

/** A repository's address, taken apart. */
export type HostAddress = {
  /** Name and port as in the address; without the port of ssh, which no API listens on. */
  host: string;
  /** `https://git.example`, whatever git itself goes by. */
  origin: string;
  /** Names on the way to the repository, its own last, without `.git`. */
  names: string[];
};

/** Undefined for a path, and for what names no repository. */
export function hostAddress(url: string): HostAddress | undefined {
  const short = /^[\w.-]+@([A-Za-z0-9.-]+):(?!\/\/)(.+)$/.exec(url);
  const whole = short ? `ssh://${short[1]}/${short[2]}` : url;
  if (!/^(?:https?|ssh):\/\//i.test(whole) || !URL.canParse(whole)) return undefined;
  const { protocol, hostname, host, pathname } = new URL(whole);
  const names = pathname
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/i, "")
    .split("/")
    .filter((name) => name !== "");
  if (hostname === "" || names.length < 2) return undefined;
  if (protocol === "ssh:") return { host: hostname, origin: `https://${hostname}`, names };
  return { host, origin: `${protocol}//${host}`, names };
}

/** Where a forge's API and pages of a repository are. */
export function repositoryOn(kind: ForgeKind, address: HostAddress): HostRepository | undefined {
  // GitLab has groups in groups; the others an owner and a name, below the folder they are installed in.
  const own = kind === "gitlab" ? address.names : address.names.slice(-2);
  const folder = address.names.slice(0, address.names.length - own.length);
  if (kind === "github" && folder.length > 0) return undefined;
  const root = [address.origin, ...folder].join("/");
  const path = own.map((name) => decoded(name)).join("/");
  return {
    kind,
    apiUrl: apiUrlOf(kind, root, address.host),
    webUrl: [root, ...own].join("/"),
    path,
  };
}

function apiUrlOf(kind: ForgeKind, root: string, host: string): string {
  if (kind === "github" && host === "github.com") return "https://api.github.com";
  return `${root}/api/${{ github: "v3", gitlab: "v4", gitea: "v1" }[kind]}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone percent sign: the name is what it says.
    return name;
  }
}
