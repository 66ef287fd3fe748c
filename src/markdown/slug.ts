/** GitHub's anchors for the headings of one page: call it once per heading, in order. */
export function createSlugger(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const base = slugOf(heading);
    let count = used.get(base);
    if (count === undefined) {
      used.set(base, 0);
      return base;
    }
    let slug = "";
    do {
      count += 1;
      slug = `${base}-${count}`;
    } while (used.has(slug));
    used.set(base, count);
    used.set(slug, 0);
    return slug;
  };
}

function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
