import { normalForm } from "../../lib/normal-form.ts";
/** How a site makes a heading's anchor: GitHub's way, that of Python-Markdown's `toc`, or that of `@mdit-vue/shared`. */
export type SlugStyle = "github" | "python" | "mdit-vue";

/** GitHub's anchors for the headings of one page: call it once per heading, in order. */
export function createSlugger(): (heading: string) => string {
  return slugger("github");
}

/** The same for any style. */
export function slugger(style: SlugStyle): (heading: string) => string {
  if (style === "github") return countWith("-", githubSlug);
  return style === "python" ? pythonSlugger() : countWith("-", mditVueSlug);
}

function countWith(separator: string, slugOf: (heading: string) => string) {
  const used = new Map<string, number>();
  return (heading: string) => {
    const base = slugOf(heading);
    let count = used.get(base);
    if (count === undefined) {
      used.set(base, 0);
      return base;
    }
    let slug = "";
    do {
      count += 1;
      slug = `${base}${separator}${count}`;
    } while (used.has(slug));
    used.set(base, count);
    used.set(slug, 0);
    return slug;
  };
}

function githubSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** A slug that is taken, or empty, counts on from the number it ends with: `a_1` is followed by `a_2`. */
function pythonSlugger() {
  const used = new Set<string>();
  const next = new Map<string, number>();
  return (heading: string) => {
    let slug = pythonSlug(heading);
    if (slug === "" || used.has(slug)) {
      const numbered = /^(.*)_(\d{1,9})$/.exec(slug);
      const base = numbered?.[1] ?? slug;
      let count = Math.max(Number(numbered?.[2] ?? 0) + 1, next.get(base) ?? 0);
      for (; used.has(`${base}_${count}`); ) count += 1;
      slug = `${base}_${count}`;
      next.set(base, count + 1);
    }
    used.add(slug);
    return slug;
  };
}

function pythonSlug(heading: string): string {
  return normalForm(heading, "NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, "-");
}

function mditVueSlug(heading: string): string {
  return normalForm(heading, "NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\p{Cc}/gu, "")
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
    .replace(/^-|-$/g, "")
    .replace(/^(?=\d)/, "_")
    .toLowerCase();
}
