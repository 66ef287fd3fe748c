import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { joined } from "../../site/paths.ts";
import type { Docs } from "../../tree/read-docs.ts";
import type { NavigationEntry } from "./navigation-entry.ts";

const maxLength = 1_000_000;
const maxDepth = 60;
/** Plugins that make pages while the site is built. */
const makesPages =
  /\b(?:gen-files|literate-nav|monorepo|multirepo|autorefs-pages|mkdocs-autoapi)\b/;

/** The pages that the `nav` of an `mkdocs.yml` names. */
export function mkdocsEntries(docs: Docs): NavigationEntry[] {
  const { configPath } = docs.site;
  const text = docs.written.get(configPath) ?? "";
  if (text.length > maxLength || makesPages.test(text)) return [];
  const counter = new LineCounter();
  const document = parseDocument(text, {
    logLevel: "silent",
    uniqueKeys: false,
    lineCounter: counter,
  });
  if (document.errors.length > 0 || !isMap(document.contents)) return [];
  const entries: NavigationEntry[] = [];
  const root = docs.site.layout.roots[0] ?? "";
  const visit = (node: unknown, depth: number) => {
    if (depth > maxDepth) return;
    if (isSeq(node)) for (const item of node.items) visit(item, depth + 1);
    if (isMap(node)) for (const { value } of node.items) visit(value, depth + 1);
    if (!isScalar(node) || typeof node.value !== "string") return;
    const written = node.value;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)|[*?]/i.test(written)) return;
    const wanted = joined(root, written.replace(/^(?:\.?\/)+/, "").replace(/[#?].*$|\/+$/g, ""));
    const { line } = counter.linePos(node.range?.[0] ?? 0);
    const exists = docs.isFile(wanted) || docs.isFolder(wanted);
    entries.push({ path: configPath, line: Math.max(1, line), written, exists, wanted });
  };
  visit(document.get("nav", true), 0);
  return entries;
}
