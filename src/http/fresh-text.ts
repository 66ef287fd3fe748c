export type FreshText = {
  /** Changes whenever the text does. */
  version: string;
  contentType: string;
  /** Called only when the client does not have the text yet. */
  body(): string | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
};

/** Text that a client may keep as long as it asks every time whether it is still good. */
export function freshText(request: Request, text: FreshText): Response {
  const etag = `"${text.version}"`;
  const headers = { etag, "cache-control": "no-cache", ...text.headers };
  if (hasTag(request.headers.get("if-none-match") ?? "", etag))
    return new Response(null, { status: 304, headers });
  return new Response(text.body(), { headers: { ...headers, "content-type": text.contentType } });
}

function hasTag(header: string, etag: string): boolean {
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** Programs that read docs ask for `text/markdown`; browsers never do. */
export function wantsMarkdown(request: Request): boolean {
  const ranges = (request.headers.get("accept") ?? "").toLowerCase().split(",");
  const markdown = weightOf(ranges, "text/markdown");
  return markdown > 0 && markdown >= weightOf(ranges, "text/html");
}

function weightOf(ranges: string[], type: string): number {
  for (const range of ranges) {
    const [name, ...parameters] = range.split(";").map((part) => part.trim());
    if (name !== type) continue;
    const weight = Number(parameters.find((one) => one.startsWith("q="))?.slice(2) ?? 1);
    return Number.isNaN(weight) ? 0 : weight;
  }
  return 0;
}
