import type { NavigationEntries } from "./navigation-entry.ts";

/** What Netlify and others read: a former address and where it leads, line by line. */
export function isRedirectList(path: string): boolean {
  return /(?:^|\/)_redirects$/.test(path);
}

/** The addresses of the site that its lines lead to; the former ones stay, whatever moves. */
export function redirectEntries(text: string): NavigationEntries {
  const lines = text.matchAll(/^[ \t]{0,9}\/[^\s#]{0,500}[ \t]{1,50}(\/[^\s:*]{0,500})(?=\s|$)/gm);
  const entries = [...lines].map(({ index, 0: line, 1: value = "" }) => {
    const end = index + line.length;
    const write = (address: string) => address;
    const known = { role: "link", base: "", isListing: false, slot: undefined } as const;
    return { ...known, value, start: end - value.length, end, write };
  });
  return { entries };
}
