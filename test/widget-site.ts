import { onTestFinished } from "vitest";
import { closeServer, listen } from "../src/http/listen.ts";

const nonce = "n0nce";

export type Site = {
  url: string;
  /** The address of a page with the widget's script and these attributes. */
  page(attributes?: Record<string, string>): string;
};

type SiteOptions = { docent: string; key: string };

/** A site on an origin of its own, under a policy that lets nothing in but scripts with its nonce and calls to Docent. */
export async function serveSite({ docent, key }: SiteOptions): Promise<Site> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${docent}`,
    "img-src data:",
    "base-uri 'none'",
  ].join("; ");
  const server = await listen({ host: "127.0.0.1", port: 0 }, (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/keys") return new Response("not found", { status: 404 });
    const all = { domain: "acme", key, ...Object.fromEntries(searchParams) };
    return new Response(pageHtml(docent, all), {
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
    });
  });
  onTestFinished(() => closeServer(server));
  return {
    url: server.url,
    page: (attributes = {}) => `${server.url}/keys?${new URLSearchParams(attributes)}`,
  };
}

/** Its own style sheet reaches for everything, as those of many sites do. */
function pageHtml(docent: string, attributes: Record<string, string>): string {
  const { lang = "en", ...data } = attributes;
  const shown = Object.entries(data).map(([name, value]) => `data-${name}="${value}"`);
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Keys | Acme</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style nonce="${nonce}">
:root { color-scheme: light dark; font-size: 62.5%; }
* { letter-spacing: 0.3em; text-transform: uppercase; }
button, a, p, ul, dialog { all: unset; color: red; }
</style></head>
<body><main><h1 id="keys">Keys</h1><p id="about">A key lets a program call the service.</p>
<h2 id="make">Create a key</h2><pre tabindex="0"><code><span>acme keys</span>
<span>create</span></code></pre><button id="own">Own button</button>
<p id="Docent" contenteditable="true">Notes</p><div id="chat"></div></main>
<script nonce="${nonce}" async src="${docent}/widget.js" ${shown.join(" ")}></script></body></html>`;
}
