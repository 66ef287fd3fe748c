import { brokenClosing } from "./commit-text.ts";

export const issuePath = "\\/(?:issues|pulls?|merge_requests|work_items|discussions)";
const issueAddress = new RegExp(`${issuePath}/\\d`, "i");

/**
 * The end of a link, from its bracket on. `said` is what the link shows, where that is known. A target that may not be
 * hidden behind those words is shown instead of linked: an issue, and a host that is not the one they name.
 */
export function linkEnd(end: string, said: string | undefined): string {
  const target = end.slice(2, -1);
  // A title or an odd target: nobody sees the one, and readers of Markdown do not agree on the other.
  if (!end.endsWith(")")) return "] (";
  const isHidden = issueAddress.test(target) || (isAbsolute(target) && misleads(said, target));
  return isHidden ? `] (\`${brokenClosing(target)}\`)` : `](${quietAddress(target)})`;
}

/** An address that stands by itself. */
export function bareAddress(text: string): string {
  return issueAddress.test(text) ? `\`${text}\`` : quietAddress(text);
}

function quietAddress(text: string): string {
  return text.replaceAll("@", "%40").replace(/&(?=#?\w{1,40};)/g, "%26");
}

function isAbsolute(target: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target);
}

function misleads(said: string | undefined, target: string): boolean {
  if (said === undefined) return true;
  const host = URL.parse(quietAddress(target), "https://relative.invalid")?.hostname ?? "";
  return hostsIn(said).some((named) => named !== host && !host.endsWith(`.${named}`));
}

// Endings of file names that are no top-level domains: "Node.js" is no address.
const fileEnding = /^(?:js|jsx|ts|tsx|mdx|json|jsonc|yaml|yml|toml|html|css|txt|env|svg|png)$/i;

function hostsIn(said: string): string[] {
  const words = said
    .normalize("NFKC")
    .replace(/[\\`*_~]/g, "")
    .split(/[^\p{L}\p{M}\p{N}.-]+/u);
  return words.flatMap((word) => {
    const labels = word.split(".").filter((label) => label !== "");
    const last = labels.at(-1) ?? "";
    const isHost = labels.length > 1 && /^(?:\p{L}[\p{L}\p{M}\p{N}-]+|\d+)$/u.test(last);
    if (!isHost || fileEnding.test(last) || (/^\d+$/.test(last) && labels.length !== 4)) return [];
    return [URL.parse(`https://${labels.join(".")}`)?.hostname ?? word];
  });
}
