/** The code of a docs page by the name that stands behind the language of its fence: ```js vite.config.js */
export function recipesOf(page: string): Map<string, string> {
  const fences = page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm);
  return new Map([...fences].map(([, name = "", code = ""]) => [name, code]));
}

/** The file with the recipe's lines in place of the line that says "recipe", as far to the right as that one. */
export function withRecipe(file: string, code: string): string {
  const put = file.replace(/^( *)(?:\/\/|#) recipe\n/m, (_line, indent: string) =>
    code.replace(/^(?=.)/gm, indent),
  );
  if (put === file) throw new Error("The file has no line for the recipe.");
  return put;
}
