import type { PageHeading } from "../../docs/render/rendered-page.ts";
import type { PageGroup } from "../../projects/reader/page-tree.ts";
import type { EditionChoice, Reading } from "../../projects/reader/readings.ts";
import { escapeHtml } from "../html-page.ts";
import { icon } from "./reader-shell.ts";

type HrefOf = (path: string) => string;

export type MainParts = {
  title: string;
  lead: string;
  body: string;
  /** The groups above the page. */
  trail: PageGroup[];
  reading: Reading;
  /** Sentences above the page, as HTML. */
  notes: string[];
  markdownHref: string;
  /** Undefined where no forge shows it. */
  sourceHref: string | undefined;
  /** Undefined for a page that others may not see. */
  publicUrl: string | undefined;
  hrefOf: HrefOf;
};

/** The middle of a page: what it is called and where it stands, its text, and where to go on. */
export function pageMain(parts: MainParts): string {
  const { title, lead, body, reading, notes, hrefOf } = parts;
  const said = notes.map((note) => `<p class="note" lang="en">${note}</p>`).join("");
  return `<div class="page-top">${breadcrumb(parts.trail)}${editions(reading, hrefOf)}</div>
<div class="page-head"><h1>${escapeHtml(title)}</h1>${lead === "" ? "" : `<p class="lead">${escapeHtml(lead)}</p>`}${tools(parts)}</div>
${said}<article class="page-body">${body}</article>
<footer class="page-foot">${feedback}${edit(parts.sourceHref)}${steps(reading, hrefOf)}</footer>`;
}

/** Headings of the page, beside it. */
export function contentsHtml(contents: PageHeading[]): string {
  if (contents.length < 2) return "";
  const items = contents.map(
    ({ id, title, level }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(encodeURIComponent(id))}">${escapeHtml(title)}</a></li>`,
  );
  return `<aside class="contents"><nav aria-labelledby="dx:contents-title"><p id="dx:contents-title" lang="en">On this page</p><ul>${items.join("")}</ul></nav></aside>`;
}

function breadcrumb(trail: PageGroup[]): string {
  if (trail.length === 0) return "";
  const items = trail.map(({ title }) => `<li>${escapeHtml(title)}</li>`).join("");
  return `<nav class="breadcrumb" aria-label="Breadcrumb"><ol>${items}</ol></nav>`;
}

function editions({ versions, languages }: Reading, hrefOf: HrefOf): string {
  return choice("Version", versions, hrefOf) + choice("Language", languages, hrefOf);
}

function choice(label: string, choices: EditionChoice[], hrefOf: HrefOf): string {
  const current = choices.find(({ isCurrent }) => isCurrent);
  if (!current) return "";
  const items = choices.map(
    ({ name, path, isCurrent }) =>
      `<li><a href="${escapeHtml(hrefOf(path))}"${isCurrent ? ' aria-current="true"' : ""}>${escapeHtml(name)}</a></li>`,
  );
  return `<details class="menu"><summary><span lang="en">${label}:</span> ${escapeHtml(current.name)}</summary><ul>${items.join("")}</ul></details>`;
}

function tools({ markdownHref, publicUrl }: MainParts): string {
  const question =
    publicUrl && encodeURIComponent(`Read ${publicUrl} and answer my questions about it.`);
  const assistants = question
    ? `<li><a href="https://chatgpt.com/?q=${question}" rel="noreferrer" target="_blank">Open in ChatGPT</a></li><li><a href="https://claude.ai/new?q=${question}" rel="noreferrer" target="_blank">Open in Claude</a></li>`
    : "";
  const markdown = escapeHtml(markdownHref);
  return `<details class="menu page-tools" lang="en"><summary>Use this page</summary><ul><li><button type="button" data-copy-page="${markdown}" hidden>Copy as Markdown</button></li><li><a href="${markdown}">Open as Markdown</a></li>${assistants}</ul></details>`;
}

/** It takes a script, and is shown by it. */
const feedback = `<form class="feedback" data-feedback lang="en" hidden><fieldset><legend>Was this page helpful?</legend><button type="button" data-rating="up">${icon("thumb-up")}Yes</button><button type="button" data-rating="down">${icon("thumb-down")}No</button></fieldset><div data-feedback-more hidden><label for="dx:feedback-comment">What could be better? <span class="soft">Please leave out personal data.</span></label><textarea id="dx:feedback-comment" rows="3" maxlength="2000"></textarea><button type="submit">Send</button></div><p role="status"></p></form>`;

function edit(href: string | undefined): string {
  return href === undefined
    ? ""
    : `<p class="source" lang="en"><a href="${escapeHtml(href)}" rel="noreferrer" target="_blank">View the source of this page</a></p>`;
}

function steps({ before, after }: Reading, hrefOf: HrefOf): string {
  const link = (page: Reading["before"], word: string, kind: string) =>
    page
      ? `<a class="${kind}" href="${escapeHtml(hrefOf(page.path))}" rel="${kind}"><span lang="en">${word}</span><strong>${escapeHtml(page.title)}</strong></a>`
      : "";
  if (!before && !after) return "";
  return `<nav class="steps" aria-label="Previous and next page">${link(before, "Previous", "prev")}${link(after, "Next", "next")}</nav>`;
}
