export type SiteCheck =
  | { state: "empty" }
  | { state: "unreadable" }
  | { state: "allowed" | "refused"; origin: string };

/** Whether pages at this address may use a key with these origins. */
export function siteCheck(address: string, origins: readonly string[]): SiteCheck {
  const text = address.trim();
  if (text === "") return { state: "empty" };
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol)) return { state: "unreadable" };
  const isAllowed = origins.length === 0 || origins.includes(url.origin);
  return { state: isAllowed ? "allowed" : "refused", origin: url.origin };
}
