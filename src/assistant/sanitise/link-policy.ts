import { pageUrl } from "../../search/page-url.ts";
import { pathKey } from "../../search/rank/path-key.ts";
import type { Database } from "../../store/database.ts";
import { type PageAddress, pageAddresses } from "../../store/docs/pages.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { AllowedUrl } from "./output.ts";

type Settings = {
  publicUrl: string;
  /** Hosts the operator allows beside the docs: `github.com`, or `*.acme.example` for all below it. */
  allowedHosts: string[];
};
type LinkPolicyInput = Settings & {
  project: Pick<Project, "domain" | "baseUrl"> & { ref?: string };
  pages: PageAddress[];
};

const kept = 20;

/** The policy of each revision, made once: a revision's pages never change. */
export function createLinkPolicies({ db, ...settings }: Settings & { db: Database }) {
  const policies = new Map<string, Promise<AllowedUrl>>();
  return (project: Project & { ref?: string }, revisionId: string): Promise<AllowedUrl> => {
    const key = JSON.stringify([revisionId, project.baseUrl, project.ref]);
    const known = policies.get(key);
    policies.delete(key);
    const policy =
      known ??
      pageAddresses(db, revisionId).then((pages) =>
        createLinkPolicy({ ...settings, project, pages }),
      );
    policies.set(key, policy);
    policy.catch(() => policies.delete(key));
    const [oldest] = policies.keys();
    if (policies.size > kept && oldest !== undefined) policies.delete(oldest);
    return policy;
  };
}

/** Links lead to pages of the docs that are there, and to hosts the operator allows. An address that was made up leads nowhere. */
export function createLinkPolicy(input: LinkPolicyInput): AllowedUrl {
  const { publicUrl, project, pages } = input;
  const byKey = new Map<string, PageAddress>();
  for (const page of pages) {
    for (const name of [page.address, page.path]) {
      const key = pathKey(name);
      if (!byKey.has(key)) byKey.set(key, page);
    }
  }
  const roots = rootsOf(input);
  return (url) => {
    const link = url.trim();
    if (link === "" || link.startsWith("#") || /[\s\\]/.test(link) || link.startsWith("//"))
      return undefined;
    const inside = insidePath(link, roots);
    const page = inside === undefined ? undefined : byKey.get(pathKey(inside));
    if (page) return pageUrl(publicUrl, project, { ...page, anchor: anchorOf(link) });
    return isAllowedHost(link, input.allowedHosts) ? new URL(link).href : undefined;
  };
}

function rootsOf({ publicUrl, project, pages }: LinkPolicyInput): string[] {
  const sites = new Set(pages.map((page) => page.baseUrl).filter((base) => base !== ""));
  const all = [`${publicUrl}/docs/${project.domain}`, project.baseUrl, ...sites];
  return all.filter((root) => root !== "").map((root) => root.replace(/(?<!\/)\/+$/, ""));
}

/** The part of a link that names a page: all of a relative one, what follows the site's address of a full one. */
function insidePath(link: string, roots: string[]): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(link)) return link.replace(/^(?:\.{0,2}\/)+/, "");
  if (!URL.canParse(link)) return undefined;
  const { href, username, password } = new URL(link);
  if (username !== "" || password !== "") return undefined;
  const root = roots.find((one) => href === one || href.startsWith(`${one}/`));
  return root === undefined ? undefined : href.slice(root.length);
}

function anchorOf(link: string): string {
  const at = link.indexOf("#");
  if (at === -1) return "";
  try {
    return decodeURIComponent(link.slice(at + 1));
  } catch {
    return "";
  }
}

function isAllowedHost(link: string, hosts: string[]): boolean {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return false;
  const { hostname, username, password } = new URL(link);
  if (username !== "" || password !== "") return false;
  return hosts.some((host) =>
    host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}
