import type { Reader } from "./growth-of.ts";
import type { Syntax } from "./hostile-tokens.ts";

/** Something that reads text of strangers, and the syntaxes that may hurt it. */
export type NamedReader = { name: string; syntaxes: readonly Syntax[]; read: Reader };

export const text = ["plain", "marks"] as const;
export const page = [...text, "markdown", "mdx", "directives", "templates"] as const;

export function reader(name: string, syntaxes: readonly Syntax[], read: Reader): NamedReader {
  return { name, syntaxes, read };
}
