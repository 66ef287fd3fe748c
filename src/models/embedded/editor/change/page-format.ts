import type { PageFormat } from "../../../../docs/page/markup/strip-markup.ts";

export function formatOf(path: string): PageFormat {
  return /\.mdx$/i.test(path) ? "mdx" : "md";
}
