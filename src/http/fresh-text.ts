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

/** Whether the client says that it has this version. */
export function hasTag(header: string, etag: string): boolean {
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
