/** An address that links can begin with, in its normal form and without a slash at the end; undefined when it is none. */
export function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return undefined;
  const path = url.pathname.split("/");
  while (path.at(-1) === "") path.pop();
  return url.origin + path.join("/");
}
