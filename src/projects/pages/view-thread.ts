import type { PageAddresses } from "../../docs/render/page-addresses.ts";
import { renderPage } from "../../docs/render/render-page.ts";
import { serveCalls } from "../../lib/thread-calls.ts";
import { refQueryText } from "../../search/page-url.ts";
import type { ShownPage } from "./page-views.ts";

/** The program of the thread that makes HTML of pages. */
serveCalls(async ({ content, format, path, root, ref }: ShownPage) =>
  renderPage(content, { format, slugStyle: "github", addresses: addressesOf({ root, path, ref }) }),
);

type Place = Pick<ShownPage, "root" | "path"> & { ref: string | undefined };

/** Links inside the docs stay inside this view; every other address is left as it is. */
function addressesOf({ root, path, ref }: Place): PageAddresses {
  return {
    link(href) {
      if (href.startsWith("#")) return { href, isOutside: false };
      if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("//"))
        return { href, isOutside: true };
      const base = `http://docs/${path}`;
      if (!URL.canParse(href, base)) return undefined;
      const url = new URL(href, base);
      const address = url.pathname.replace(/\.(?:mdx?|markdown)$/i, "");
      return { href: `${root}${address}${refQueryText(ref)}${url.hash}`, isOutside: false };
    },
    image: () => undefined,
  };
}
