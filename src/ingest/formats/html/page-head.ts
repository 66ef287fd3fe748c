import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute, type Element, elementsIn, lineOfText } from "./element.ts";

export type PageHead = {
  title: string;
  siteName: string;
  description: string;
  language: string;
  isKeptOut: boolean;
  isRedirect: boolean;
};

const maxDescription = 500;
const maxTitle = 300;

export function readPageHead(document: DefaultTreeAdapterTypes.Document): PageHead {
  const head: PageHead = {
    title: "",
    siteName: "",
    description: "",
    language: "",
    isKeptOut: false,
    isRedirect: false,
  };
  for (const element of elementsIn(document, ({ tagName }) => tagName !== "svg")) {
    if (element.tagName === "html") head.language = languageOf(element);
    if (element.tagName === "title" && head.title === "") {
      head.title = lineOfText(element).slice(0, maxTitle);
    }
    if (element.tagName === "meta") readMeta(element, head);
  }
  return head;
}

/** The title without the name of the site; the page's own heading where the title holds it. */
export function titleOf(head: PageHead, heading: string): string {
  const { title, siteName } = head;
  if (title === "" || title === siteName) return heading || title;
  if (heading !== "" && title.toLowerCase().includes(heading.toLowerCase())) return heading;
  const parts = title.split(/\s+(?:[|—–·•»]|::|-)\s+/);
  if (parts.length < 2) return title;
  const last = parts.at(-1) ?? "";
  return title.slice(0, title.length - last.length).replace(/\s+(?:[|—–·•»]|::|-)\s+$/, "");
}

function languageOf(html: Element): string {
  const language = attribute(html, "lang").trim().slice(0, 40);
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,3}$/i.test(language) ? language : "";
}

function readMeta(meta: Element, head: PageHead): void {
  const name = (attribute(meta, "name") || attribute(meta, "property")).toLowerCase();
  const content = attribute(meta, "content").replace(/\s+/g, " ").trim().slice(0, maxDescription);
  if (name === "description") head.description = content;
  if (name === "og:description") head.description ||= content;
  if (name === "og:site_name") head.siteName = content;
  if (name === "robots" && /\b(?:noindex|none)\b/i.test(content)) head.isKeptOut = true;
  if (attribute(meta, "http-equiv").toLowerCase() !== "refresh") return;
  if (/url\s{0,5}=/i.test(content)) head.isRedirect = true;
}
