import { createHash } from "node:crypto";
import { withoutDirectionMarks } from "../text/safe/without-direction-marks.ts";

const style = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #e0e1e6; --edge: #8b8f98; --paper: #fff; --mark: #f4f5f7; --link: #0b5fcc; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef1; --soft: #a3a8b1; --line: #33363c; --edge: #7a7f88; --paper: #15171a; --mark: #1f2226; --link: #7db4ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.25rem 5rem; background: var(--paper); color: var(--ink); font: 16px/1.65 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: .15em; }
h1 { font-size: 2rem; line-height: 1.2; margin: .5rem 0 1rem; }
h2 { font-size: 1.35rem; margin: 2.2rem 0 .6rem; padding-top: .4rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
:target { scroll-margin-top: 1rem; background: color-mix(in srgb, var(--link) 14%, transparent); }
code { font: .88em/1.5 ui-monospace, monospace; background: var(--mark); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--mark); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .94em; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.lead { color: var(--soft); font-size: 1.08rem; } .verb { font: 600 .8rem ui-monospace, monospace; padding: .15rem .45rem; border-radius: 5px; background: var(--link); color: var(--paper); }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--soft); }
`;

type PageOptions = {
  head?: string;
  /** Rules beside those of every page. */
  extraStyle?: string;
  /** What makes a page handier that can be read without it. */
  script?: string;
};

/** A page of our own: nothing from elsewhere, its style and its script, if it has one, named by their hashes. */
export function htmlPage(
  title: string,
  body: string,
  { status = 200, ...options }: PageOptions & { status?: number } = {},
): Response {
  const page = pageParts(title, body, options);
  return new Response(page.body, { status, headers: page.headers });
}

export type PageParts = { headers: Record<string, string>; body: string };

/** The same for whoever has no use for a Response. */
export function pageParts(title: string, content: string, options: PageOptions = {}): PageParts {
  const { head = "", extraStyle = "", script = "" } = options;
  const rules = style + extraStyle;
  const scriptRule = script === "" ? "" : ` script-src ${hashOf(script)};`;
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${rules}</style>${head}</head>
<body>${content}${script === "" ? "" : `<script>${script}</script>`}</body></html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src ${hashOf(rules)};${scriptRule} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
  };
  return { headers, body };
}

/** As a policy names a style or a script that stands in the page. */
export function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

export function escapeHtml(text: string): string {
  return withoutDirectionMarks(text).replace(
    /[&<>"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
