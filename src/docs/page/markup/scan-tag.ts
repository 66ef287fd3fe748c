import type { Scan } from "../region.ts";
import type { Tag } from "./read-tag.ts";

const readable = new Set(["title", "label", "description", "alt", "caption"]);
const targets = new Set(["href", "src", "to"]);
const holdsCode = new Set(["script", "style", "pre", "code", "textarea"]);
const attribute = /\s([A-Za-z_][\w:-]{0,60})\s{0,20}=\s{0,20}(\{\s{0,20})?(?:"([^"]*)"|'([^']*)')/g;

/** Notes the tag at the current place: texts for a reader stay text, addresses are targets, the rest is markup. */
export function scanTag(scan: Scan, tag: Tag): void {
  const end = contentEnd(scan, tag);
  let at = scan.at;
  const markup = (stop: number) => {
    if (stop > at) scan.found.push({ kind: "markup", start: at, end: stop });
  };
  for (const match of scan.text.slice(scan.at, tag.end).matchAll(attribute)) {
    const name = match[1] ?? "";
    const value = match[3] ?? match[4] ?? "";
    if (value === "" || !(readable.has(name) || targets.has(name))) continue;
    const stop = scan.at + match.index + match[0].length - 1;
    const start = stop - value.length;
    markup(start);
    if (targets.has(name)) {
      const isImage = name === "src";
      scan.found.push({
        kind: "target",
        start,
        end: stop,
        form: "attribute",
        label: tag.attributes.get("title") ?? "",
        isImage,
      });
    }
    at = stop;
  }
  markup(tag.end);
  if (end > tag.end) scan.found.push({ kind: "code", start: tag.end, end });
  scan.at = end;
}

/** What stands between `<pre>` or `<code>` and its closing tag is code. */
function contentEnd(scan: Scan, tag: Tag): number {
  const name = tag.name.toLowerCase();
  if (tag.kind !== "open" || !holdsCode.has(name) || scan.effort.left <= 0) return tag.end;
  const close = new RegExp(`</${name}\\s{0,20}>`, "gi");
  close.lastIndex = tag.end;
  const match = close.exec(scan.text);
  if (match !== null) return match.index;
  scan.effort.left -= scan.text.length - tag.end;
  return tag.end;
}
