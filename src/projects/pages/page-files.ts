const endings = ["", ".md", ".mdx", ".html", ".htm"];
const indexes = ["index", "README", "readme"];
const longestAddress = 1_100;

/** The files an address may mean, the likeliest first; its ending may be missing, and a folder means its index. */
export function pageFiles(address: string): string[] {
  const name = address
    .split("/")
    .filter((segment) => segment !== "")
    .join("/");
  if (name.length > longestAddress) return [];
  const stem = name.replace(/\.(?:mdx?|html?)$/i, "");
  const stems = stem === "" ? indexes : [stem, ...indexes.map((index) => `${stem}/${index}`)];
  const files = stems.flatMap((one) => endings.map((ending) => `${one}${ending}`));
  return name === "" ? files : [...new Set([name, ...files])];
}
