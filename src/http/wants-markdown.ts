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
