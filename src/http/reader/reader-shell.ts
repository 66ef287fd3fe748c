import type { ClientFiles } from "../client-files.ts";
import { escapeHtml } from "../html-page.ts";

export type ShellParts = {
  /** Of the window. */
  title: string;
  /** More for the head: descriptions, links. */
  head: string;
  language: string;
  /** What the scripts are told, as `data-` attributes of the body. */
  facts: Record<string, string>;
  /** Address of the docs' first page, and the name of the project. */
  home: { href: string; name: string };
  /** The address that shows search without a script; "" where nobody may search. */
  searchHref: string;
  mayAsk: boolean;
  /** HTML of the three columns; the outer ones may be empty. */
  navigation: string;
  main: string;
  contents: string;
};

const rightToLeft = /^(?:ar|he|fa|ur|yi|ps|sd|dv|ckb|ug)(?:-|$)/i;

/**
 * A whole page of the reader around its text. Everything in it can be read without its scripts. Ids of the reader itself
 * begin with `dx:`: no anchor that is made from a heading holds a colon.
 */
export function readerShell(files: ClientFiles | undefined, parts: ShellParts): string {
  const { language, facts } = parts;
  const told = Object.entries(facts).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${rightToLeft.test(language) ? "rtl" : "ltr"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(parts.title)}</title>
${assets(files)}${parts.head}</head>
<body${told.join("")}>
<a class="skip" href="#dx:content" lang="en">Skip to content</a>
${bar(parts)}
<div class="frame">
${parts.navigation === "" ? "" : `<nav id="dx:navigation" class="side" aria-label="Pages" tabindex="-1"><a class="side-close" href="#dx:content" lang="en">Close menu</a>${parts.navigation}</nav>`}
<main id="dx:content" tabindex="-1">${parts.main}</main>
${parts.contents}
</div>
</body></html>
`;
}

function assets(files: ClientFiles | undefined): string {
  const addressOf = (name: string) => {
    const file = files?.get(name);
    return file && `/reader-assets/${name}?v=${file.version}`;
  };
  const names = ["reader.css", "theme.js", "reader.js", "icon.svg"];
  const [style, theme, script, picture] = names.map(addressOf);
  return [
    theme && `<script src="${theme}"></script>`,
    style && `<link rel="stylesheet" href="${style}">`,
    picture && `<link rel="icon" type="image/svg+xml" href="${picture}">`,
    script && `<script type="module" src="${script}"></script>`,
  ]
    .filter((one) => one !== undefined)
    .map((one) => `${one}\n`)
    .join("");
}

function bar({ home, searchHref, mayAsk, navigation }: ShellParts): string {
  const menu =
    navigation === ""
      ? ""
      : `<a class="bar-button menu-open" href="#dx:navigation">${icon("menu")}<span class="sr-only">Menu</span></a>`;
  const search =
    searchHref === ""
      ? ""
      : `<a class="search-open" href="${escapeHtml(searchHref)}" data-search-open>${icon("search")}<span>Search</span><kbd hidden>Ctrl K</kbd></a>\n`;
  const ask = mayAsk
    ? `<button class="bar-button ask-open" type="button" data-ask-open hidden>${icon("spark")}<span>Ask AI</span></button>`
    : "";
  return `<header class="bar" lang="en">
${menu}<a class="brand" href="${escapeHtml(home.href)}" lang="">${escapeHtml(home.name)}</a>
${search}${ask}<button class="bar-button theme-button" type="button" data-theme-button hidden>${icon("theme")}<span class="sr-only">Theme: as the system</span></button>
</header>`;
}

const shapes = {
  menu: "M2 4h12M2 8h12M2 12h12",
  spark: "m8 1.800 1.500 4.700 4.700 1.500-4.700 1.500L8 14.200 6.500 9.500 1.800 8l4.700-1.500z",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zm3.300-1.200 3.200 3.200",
  theme: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12",
  "thumb-up":
    "M5 7v6.5H3a.7.7 0 0 1-.7-.7V7.7A.7.7 0 0 1 3 7zm0 0 2.600-4.900a1.500 1.500 0 0 1 1.500 1.500V6h3.400a1.300 1.300 0 0 1 1.300 1.500l-.8 4.900a1.300 1.300 0 0 1-1.300 1.100H5",
  "thumb-down":
    "M5 9V2.500H3a.7.7 0 0 0-.7.7v5.100A.7.7 0 0 0 3 9zm0 0 2.600 4.900a1.500 1.500 0 0 0 1.500-1.500V10h3.400a1.300 1.300 0 0 0 1.300-1.500l-.8-4.900a1.300 1.300 0 0 0-1.300-1.100H5",
};

export function icon(name: keyof typeof shapes): string {
  return `<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${shapes[name]}"/></svg>`;
}
