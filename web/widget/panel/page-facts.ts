import type { PanelOptions } from "../panel-options.ts";
import type { FilterValue, WidgetOptions } from "../widget-options.ts";

type Choices = Pick<
  WidgetOptions,
  "currentPath" | "version" | "docsLanguage" | "filter" | "openSources"
>;

/** The page the reader is on, as the server takes it. */
export function currentPathOf({ currentPath }: Choices): string {
  const given = typeof currentPath === "function" ? currentPath() : currentPath;
  return (given ?? location.pathname).slice(0, 2_000);
}

/** What of the docs an answer may come from; null for all of it. */
export function filterOf(choices: Choices): Record<string, FilterValue> | null {
  const version = chosen(choices.version, () => metaOf("docsearch:version"));
  const language = chosen(
    choices.docsLanguage,
    () => metaOf("docsearch:language") || document.documentElement.lang,
  );
  const filter = {
    ...choices.filter,
    ...(version && { version }),
    ...(language && { language }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
}

function chosen(
  choice: string | (() => string | undefined) | undefined,
  ofPage: () => string,
): string {
  const given = typeof choice === "function" ? choice() : choice;
  return (given === "page" ? ofPage() : given) ?? "";
}

function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

/** Pages of the site itself open in the same tab, all others in one of their own. */
export function linkAttributesOf(
  url: string,
  { openSources = "auto" }: Choices,
): Record<string, string> {
  const isOwn = URL.canParse(url) && new URL(url).origin === location.origin;
  const isSame = openSources === "same" || (openSources === "auto" && isOwn);
  return isSame ? {} : { target: "_blank", rel: "noopener" };
}

/** The title of the page, without the site's name behind it. */
export function pageTitle(): string {
  const heading = document.querySelector("h1")?.textContent?.trim() ?? "";
  const title = heading || (document.title.split(/\s[|–—·-]\s/, 1)[0] ?? "");
  return title
    .replace(/[#¶\u200b]/g, "")
    .trim()
    .slice(0, 120);
}

export function serverHost({ server }: Pick<PanelOptions, "server">): string {
  return URL.canParse(server) ? new URL(server).host : location.host;
}
