/** Where the links and images of a page lead when Docent shows it. */
export type PageAddresses = {
  /** `isOutside`: it leads away from the docs. Undefined for one that leads nowhere. */
  link(written: string): { href: string; isOutside: boolean } | undefined;
  /** Undefined for one that is not there, or that may not be shown. */
  image(written: string): { src: string } | undefined;
};

const web = /^(?:https?:|mailto:|tel:)/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:/i;

/** A link as far as it is harmless: to the web, to an address for letters or calls, or within the same server. */
export function safeHref(href: string): string | undefined {
  // Browsers leave these out before they read the scheme.
  const bare = href.replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  if (web.test(bare)) return href.trim();
  if (/^\/\/[\w[]/.test(bare)) return `https:${bare}`;
  if (anyScheme.test(bare) || /^[\\/]{2}/.test(bare) || bare.includes("\\")) return undefined;
  return href.trim();
}
