export type ProjectScreen =
  | ("home" | "ask" | "insights" | "jobs" | "changes")
  | ("automations" | "keys" | "settings");

/** Parts of the insights, each with an address of its own. */
export const insightsTabs = ["figures", "questions", "groups", "pages"] as const;
export type InsightsTab = (typeof insightsTabs)[number];

/** Pages about people, which belong to no project. */
export const peopleScreens = ["account", "members", "activity"] as const;
export type PeopleScreen = (typeof peopleScreens)[number];

export type Screen =
  | { name: "projects" | "setup" | "login" | "invite" | "not-found" }
  | { name: PeopleScreen }
  | { name: Exclude<ProjectScreen, "insights" | "automations">; domain: string }
  /** `item`: the automation that is open, or "new"; "" for the list. */
  | { name: "automations"; domain: string; item: string; isEdited: boolean }
  /** `item`: the thread or the group that is open; "" for the list. */
  | { name: "insights"; domain: string; tab: InsightsTab; item: string }
  | { name: "job"; domain: string; sessionId: string }
  | { name: "change"; domain: string; number: number };

const root = "/dashboard";
/** Addresses of their own, which no project can have. */
const ownScreens = ["setup", "login", "invite", ...peopleScreens] as const;

/** The screen a path of the address bar stands for. */
export function matchRoute(pathname: string): Screen {
  const parts = readParts(pathname);
  if (parts === undefined) return { name: "not-found" };
  const [domain, section, item] = parts;
  if (domain === undefined) return { name: "projects" };
  const own = parts.length === 1 ? ownScreens.find((name) => name === domain) : undefined;
  if (own !== undefined) return { name: own };
  if (section === undefined) return { name: "home", domain };
  if (section === "insights") return matchInsights(domain, parts.slice(2));
  if (section === "automations") return matchAutomations(domain, parts.slice(2));
  if (parts.length > 3) return { name: "not-found" };
  if (item !== undefined) return matchItem(domain, section, item);
  const screen = sections.find((one) => one === section);
  return screen ? { name: screen, domain } : { name: "not-found" };
}

/** Pages of a project that have an address of their own. */
const sections = ["ask", "jobs", "changes", "keys", "settings"] as const;

export function isPeopleScreen(screen: Screen): screen is { name: PeopleScreen } {
  return peopleScreens.some((name) => name === screen.name);
}

export const paths = {
  projects: () => root,
  setup: () => `${root}/setup`,
  people: (screen: PeopleScreen) => `${root}/${screen}`,
  login: (next?: string) => `${root}/login${next ? `?next=${encodeURIComponent(next)}` : ""}`,
  home: (domain: string) => `${root}/${encodeURIComponent(domain)}`,
  section: (domain: string, screen: ProjectScreen) =>
    screen === "home" ? paths.home(domain) : `${paths.home(domain)}/${screen}`,
  insights: (domain: string, tab: InsightsTab = "figures", item = "") => {
    const list = `${paths.home(domain)}/insights${tab === "figures" ? "" : `/${tab}`}`;
    return item === "" ? list : `${list}/${encodeURIComponent(item)}`;
  },
  automations: (domain: string, item = "", isEdited = false) => {
    const list = `${paths.home(domain)}/automations`;
    if (item === "") return list;
    return `${list}/${encodeURIComponent(item)}${isEdited ? "/edit" : ""}`;
  },
  job: (domain: string, sessionId: string) =>
    `${paths.home(domain)}/jobs/${encodeURIComponent(sessionId)}`,
  change: (domain: string, number: number) => `${paths.home(domain)}/changes/${number}`,
};

const readersPages = "/docs/";
/** Only to read paths with: `..` and `//` are resolved before they are looked at. */
const origin = "http://docent.invalid";

/** Where to go after logging in: a screen of the dashboard or a page of the docs; anything else is not followed. */
export function nextAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get("next") ?? "";
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return root;
  const url = new URL(next, origin);
  const { pathname } = url;
  const isInside = pathname === root || pathname.startsWith(`${root}/`);
  if (url.origin !== origin || !(isInside || pathname.startsWith(readersPages))) return root;
  return pathname + url.search + url.hash;
}

/** A page that the server shows, and no screen of the dashboard. */
export function isReadersPage(path: string): boolean {
  return path.startsWith(readersPages);
}

function readParts(pathname: string): string[] | undefined {
  const [, first, ...rest] = pathname.split("/");
  if (first !== "dashboard") return undefined;
  try {
    return rest.filter((part) => part !== "").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function matchItem(domain: string, section: string, item: string): Screen {
  if (section === "jobs") return { name: "job", domain, sessionId: item };
  const isNumber = section === "changes" && /^[1-9]\d{0,9}$/.test(item);
  return isNumber ? { name: "change", domain, number: Number(item) } : { name: "not-found" };
}

/** Questions and groups can be opened one at a time. */
function matchInsights(domain: string, [tab = "figures", item = "", ...more]: string[]): Screen {
  const known = insightsTabs.find((one) => one === tab);
  const hasItems = known === "questions" || known === "groups";
  if (known === undefined || more.length > 0 || (item !== "" && !hasItems))
    return { name: "not-found" };
  return { name: "insights", domain, tab: known, item };
}

function matchAutomations(domain: string, [item = "", edit, ...more]: string[]): Screen {
  const isEdited = edit === "edit";
  if (more.length > 0 || (edit !== undefined && !isEdited)) return { name: "not-found" };
  return { name: "automations", domain, item, isEdited };
}
