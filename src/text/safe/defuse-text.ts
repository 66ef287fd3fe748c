import { brokenClosing, withoutSwitches } from "./commit-text.ts";
import { visibleText } from "./visible-text.ts";

export function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

/**
 * A title of others: names and numbers are code, which protects them on a page. A title also becomes the first line of
 * a commit, where it closes nothing and switches nothing off. To defuse a title again leaves it as it is.
 */
export function defuseTitle(text: string): string {
  const parts = withPairedTicks(withoutSwitches(brokenClosing(oneLine(text)))).split(/(`[^`]*`)/);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replace(nameOrNumber, "`$&`")))
    .join("");
}

function withPairedTicks(text: string): string {
  const parts = text.replace(/`+/g, "`").split("`");
  const last = parts.length % 2 === 0 ? parts.pop() : "";
  return parts.join("`") + last;
}

const nameOrNumber = /(?<![A-Za-z0-9])@[\w][\w/-]*(?:\.[\w/-]+)*|#\d+|(?<![A-Za-z0-9])GH-\d+/gi;
