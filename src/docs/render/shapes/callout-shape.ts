import { element, isElement, type PageElement, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";

type CalloutKind = "note" | "info" | "tip" | "success" | "warning" | "danger" | "important";

const kinds: [CalloutKind, string][] = [
  [
    "note",
    "note abstract quote example cite todo wip learnmore summary tldr default seealso deepdive",
  ],
  ["info", "info question help faq primary secondary versionadded versionchanged canary"],
  ["tip", "tip hint idea"],
  ["success", "success check done good"],
  ["warning", "warning caution attention warn pitfall experimental deprecated versionremoved"],
  ["danger", "danger error bug failure fail missing bad critical destructive"],
  ["important", "important nextmajor rsc"],
];
const byName = new Map(
  kinds.flatMap(([kind, names]) =>
    names.split(" ").map((name): [string, CalloutKind] => [name, kind]),
  ),
);

const fixedTitles: Record<string, string> = {
  seealso: "See also",
  versionadded: "Added in version",
  versionchanged: "Changed in version",
  versionremoved: "Removed in version",
  deepdive: "Deep dive",
  wip: "Work in progress",
};

/** A note, a tip or a warning, which names what it is. */
export function calloutShape({ mark, children, lines }: Built): PageNode[] {
  const { name, attributes } = mark;
  const own = ["type", "variant", "intent", "kind", "status", "color", "severity"];
  const type = (own.flatMap((key) => attributes.get(key) ?? [])[0] ?? "").toLowerCase();
  const word = byName.has(type) ? type : byName.has(name) ? name : "note";
  const title = attributes.get("untitled") === "yes" ? "" : attributes.get("title");
  const version = fixedTitles[word]?.endsWith("version")
    ? `${fixedTitles[word]} ${title ?? ""}`.trim()
    : undefined;
  const shown = version ?? title;
  return callout({
    word,
    title: shown === undefined ? undefined : [shown],
    fold: attributes.get("fold"),
    children,
    lines,
  });
}

type Callout = {
  /** As it is written: `caution`. */
  word: string;
  /** Nothing for none, undefined for the word itself. */
  title: PageNode[] | undefined;
  fold?: string | undefined;
  children: PageNode[];
  lines: PageElement["lines"];
};

function callout({ word, title, fold, children, lines }: Callout): PageNode[] {
  const kind = byName.get(word) ?? "note";
  const css = `dx-callout dx-callout-${kind}`;
  const usual = fixedTitles[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
  const shown = title ?? [usual];
  if (fold !== undefined) {
    const summary = element("summary", { class: "dx-callout-title" }, shown);
    const open: Record<string, string> = fold === "open" ? { open: "" } : {};
    return [element("details", { class: css, ...open }, [summary, ...children], lines)];
  }
  const head = shown.every((node) => node === "")
    ? []
    : [element("p", { class: "dx-callout-title" }, shown)];
  return [element("div", { class: css, role: "note" }, [...head, ...children], lines)];
}

const alert = /^\[!([A-Za-z]{1,30})\]([+-]?)[ \t]*/;

/** A quote that begins with `[!NOTE]` is a callout; what follows on that line is its title. */
export function quotedCallout(quote: PageElement): PageNode[] {
  const [first, ...others] = quote.children;
  if (!isElement(first, "p")) return [quote];
  const [words, ...rest] = first.children;
  const match = typeof words === "string" ? alert.exec(words) : null;
  if (match === null || typeof words !== "string") return [quote];
  const line = [words.slice(match[0].length), ...rest];
  const end = line.indexOf("\n");
  const title = (end === -1 ? line : line.slice(0, end)).filter((node) => node !== "");
  const text = end === -1 ? [] : [{ ...first, children: line.slice(end + 1) }];
  return callout({
    word: (match[1] ?? "note").toLowerCase(),
    title: title.length === 0 ? undefined : title,
    fold: match[2] === "" ? undefined : match[2] === "+" ? "open" : "closed",
    children: [...text, ...others],
    lines: quote.lines,
  });
}
