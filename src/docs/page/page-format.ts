/** MDX is Markdown with tags, expressions and statements, and without indented code. */
export type PageFormat = "md" | "mdx";

export function formatOf(path: string): PageFormat {
  return /\.mdx$/i.test(path) ? "mdx" : "md";
}

export function isPageFile(path: string): boolean {
  return /\.(?:mdx?|markdown)$/i.test(path);
}
