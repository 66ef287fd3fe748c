import { renderHtml } from "../../docs/page/render-html.ts";
import { serveCalls } from "../../lib/thread-calls.ts";
import { refQueryText } from "../../search/page-url.ts";
import type { ShownPage } from "./page-views.ts";

/** The program of the thread that makes HTML of pages. */
serveCalls(async ({ content, format, path, root, ref }: ShownPage) =>
  renderHtml(content, { format, linkTo: (href) => localLink(href, { root, path, ref }) }),
);

/** Links inside the docs stay inside this view; every other address is left as it is. */
function localLink(
  href: string,
  { root, path, ref }: Pick<ShownPage, "root" | "path"> & { ref: string | undefined },
): string {
  if (href.startsWith("#") || /^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("//"))
    return href;
  const base = `http://docs/${path}`;
  if (!URL.canParse(href, base)) return "#";
  const url = new URL(href, base);
  return `${root}${url.pathname.replace(/\.(?:mdx?|markdown)$/i, "")}${refQueryText(ref)}${url.hash}`;
}
