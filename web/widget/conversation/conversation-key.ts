/** The name a conversation is kept under. Each reader that a site tells apart has one, whose id is not to be read in it. */
export function conversationKey(domain: string, user: string | undefined): string {
  const own = user && user !== "anonymous" ? `:${hash(user)}` : "";
  return `docent-widget:${domain}${own}`;
}

/** FNV-1a. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(36);
}
