export type Language = "plain" | "markdown" | "json" | "yaml" | "script";

const languages: Record<string, Language> = {
  md: "markdown",
  mdx: "markdown",
  markdown: "markdown",
  json: "json",
  jsonc: "json",
  yaml: "yaml",
  yml: "yaml",
  ts: "script",
  tsx: "script",
  mts: "script",
  typescript: "script",
  js: "script",
  jsx: "script",
  mjs: "script",
  cjs: "script",
  javascript: "script",
};

/** By the word behind a fence, or a file's ending. */
export function languageOfName(name: string): Language {
  const key = name.toLowerCase();
  return Object.hasOwn(languages, key) ? (languages[key] ?? "plain") : "plain";
}

export function languageOfPath(path: string): Language {
  return languageOfName(path.slice(path.lastIndexOf(".") + 1));
}
