import type { PageFormat } from "../../markdown/strip-markup.ts";

export function formatOf(path: string): PageFormat {
  return /\.mdx$/i.test(path) ? "mdx" : "md";
}
