import type { VisiblePage } from "../../store/docs/pages.ts";

type Addressed = Pick<VisiblePage, "path" | "address">;

/** The page that an address or a URL leads to. */
export function pageAt<Page extends Addressed>(
  pages: Page[],
  name: string,
  urlOf: (page: Page) => string,
): Page | undefined {
  const wanted = addressKey(name);
  if (isUrl(name)) return pages.find((page) => addressKey(urlOf(page)) === wanted);
  return pages.find(
    (page) =>
      (page.address !== "" && addressKey(page.address) === wanted) ||
      addressKey(pathOfUrl(urlOf(page))) === wanted,
  );
}

/** What two ways to write the same address have in common: no scheme, no anchor, no ending, no slashes around it. */
export function addressKey(name: string): string {
  const plain = withoutScheme(decodeSafely(withoutAnchor(name)))
    .split("/")
    .filter((segment) => segment !== "")
    .join("/");
  const stem = plain.replace(/\.(?:mdx?|html?)$/i, "").replace(/(?:^|\/)(?:index|readme)$/i, "");
  if (!isUrl(name)) return stem;
  const end = stem.indexOf("/");
  return end === -1 ? stem.toLowerCase() : stem.slice(0, end).toLowerCase() + stem.slice(end);
}

/** What of the name stands behind the root, or all of it when it does not begin there; without its anchor. */
export function addressBelow(root: string, name: string): string {
  const address = withoutScheme(decodeSafely(withoutAnchor(name)));
  const start = `${withoutScheme(root)}/`;
  return `${address}/`.startsWith(start) ? address.slice(start.length) : address;
}

function withoutAnchor(name: string): string {
  const end = name.search(/[?#]/);
  return end === -1 ? name : name.slice(0, end);
}

function withoutScheme(name: string): string {
  return name.replace(/^https?:\/\//i, "");
}

function isUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

function pathOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
