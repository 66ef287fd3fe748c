import { z } from "zod";
import { hashOf } from "../html-page.ts";
import { publicRoute, type Route } from "../route.ts";

/** The page in which the dashboard shows the widget as it will look on a site. */
export function widgetPreviewRoutes(): Route[] {
  return [
    publicRoute({
      method: "get",
      path: "/widget-preview",
      docs: {
        tag: "Dashboard",
        summary: "Preview of the widget",
        description:
          "A page that shows the widget with the options that the dashboard, in whose pages alone it can be framed, sends it.",
        responses: [
          { status: 200, description: "The page.", contentType: "text/html", schema: z.string() },
        ],
      },
      handle: () => new Response(page, { headers }),
    }),
  ];
}

const style = `
:root { color-scheme: light dark; --paper: #fff; --bar: #e6e8ec; }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --paper: #17191d; --bar: #2c3037; } }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; --paper: #17191d; --bar: #2c3037; }
body { margin: 0; padding: 1.5rem; background: var(--paper); }
.bar { height: .7rem; margin: 0 0 .8rem; border-radius: .35rem; background: var(--bar); }
.title { width: 45%; height: 1.2rem; } .short { width: 70%; }
#docent:empty { display: none; }
`;

/** The dashboard sends options; the widget is made anew with them and opened, and the focus stays in the dashboard. */
const script = `
window.Docent = [];
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  document.documentElement.dataset.theme = data.theme;
  Docent.push((docent) => {
    docent.get()?.destroy();
    docent.create(data.options).open({ focus: false });
  });
});
parent.postMessage("ready", "*");
`;

const bars = '<div class="bar"></div><div class="bar"></div><div class="bar short"></div>';
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview of the chat</title><style>${style}</style></head>
<body><div aria-hidden="true"><div class="bar title"></div>${bars}</div><div id="docent"></div><div aria-hidden="true">${bars}${bars}</div>
<script>${script}</script><script async src="/widget.js"></script></body></html>
`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `script-src 'self' ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // Also where somebody opens the page by itself, it has no part in what belongs to this server.
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "public, max-age=300",
};
