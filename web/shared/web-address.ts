/** The address when it leads to the web; every other scheme is dropped. */
export function webAddress(href: unknown): string | undefined {
  if (typeof href !== "string" || !URL.canParse(href)) return undefined;
  const { protocol } = new URL(href);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
