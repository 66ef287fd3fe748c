/** Whether a person opened this address: browsers ask for HTML when they go somewhere, programs do not. */
export function wantsPage(method: string | undefined, accept: string | null | undefined): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const ranges = rangesOf(accept);
  const html = weightOf(ranges, "text/html");
  return html > 0 && html > weightOf(ranges, "application/json");
}

/** Programs that read docs ask for `text/markdown`; browsers never do. */
export function wantsMarkdown(request: Request): boolean {
  const ranges = rangesOf(request.headers.get("accept"));
  const markdown = weightOf(ranges, "text/markdown");
  return markdown > 0 && markdown >= weightOf(ranges, "text/html");
}

function rangesOf(accept: string | null | undefined): string[] {
  return (accept ?? "").toLowerCase().split(",");
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
