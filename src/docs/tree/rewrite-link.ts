import { posix } from "node:path";
import { isPageFile } from "../page/page-format.ts";
import { below, isBelow } from "../site/paths.ts";
import { plainAddress } from "./address.ts";
import type { DocsTree } from "./docs-tree.ts";
import { basesOf, type LinkForm, resolveLink, type WrittenFile } from "./resolve-link.ts";

export type Rewrite = {
  /** The page the link will stand on. */
  from: string;
  /** The link as written. */
  written: string;
  /** The file it led to; left out for a link that led nowhere. */
  named?: WrittenFile;
  /** The file it shall lead to. */
  to: string;
  /** The query and anchor it shall have, with their marks; left out: those it has. */
  rest?: string;
  /** A program reads it: nothing is escaped, and a relative path begins with a dot. */
  isImport?: boolean;
};

const topForms: LinkForm[] = ["address", "root", "top", "served"];
const relativeForms: LinkForm[] = ["folder", "near-address", "page"];

/** A link to another file, written like the old one; undefined when none would lead there. `tree`: the docs as they will be. */
export function rewriteLink(tree: DocsTree, rewrite: Rewrite): string | undefined {
  const { from, written, to, isImport = false } = rewrite;
  const old = splitRest(written);
  const named = rewrite.named ?? guessed(tree, old.path, to);
  const others = topForms.includes(named.form) ? topForms : relativeForms;
  const forms = named.form === "alias" ? [named.form] : [named.form, ...others];
  const spelling = spellingOf(old.path, named, isImport);
  for (const form of forms) {
    const isSame = form === named.form && form === "served";
    for (const base of isSame ? [named.base] : basesOf(tree, from, form)) {
      const path = write(tree, { form, base, to, spelling });
      if (path === undefined) continue;
      const whole = path + (rewrite.rest ?? old.rest);
      const target = resolveLink(tree, from, whole, { isImport });
      // What led to its file in spite of its address may go on doing so; what led nowhere may not.
      const isMeant = rewrite.named !== undefined && target.kind === "missing";
      const reached = isMeant ? target.meant : target;
      if (reached !== undefined && "path" in reached && reached.path === to) return whole;
    }
  }
  return undefined;
}

/** The path of a link as written, and its query and anchor with their marks. */
export function splitRest(written: string): { path: string; rest: string } {
  const end = written.search(/[?#]/);
  if (end === -1) return { path: written, rest: "" };
  return { path: written.slice(0, end), rest: written.slice(end) };
}

function guessed({ docsFolder, site }: DocsTree, path: string, to: string): WrittenFile {
  if (path.startsWith("/") && !isPageFile(to)) {
    const folders = site.layout.served.filter((folder) => isBelow(folder, to));
    const base = folders.reduce((best, one) => (one.length > best.length ? one : best), "");
    return { path, form: "served", base };
  }
  const hasFolder = docsFolder !== "" && path.startsWith(`/${docsFolder}/`);
  const form = hasFolder ? "top" : path.startsWith("/") ? "address" : "folder";
  return { path: path.replace(/\.html?$/i, ""), form, base: "" };
}

/** What an address looked like, apart from where it led. */
type Spelling = {
  /** With the ending of its file. */
  isFile: boolean;
  /** ".html", where addresses are written with it. */
  ending: string;
  /** `…/index` was written out. */
  hasIndex: boolean;
  slash: string;
  lead: string;
  /** Brackets stood there as they are. */
  hasBrackets: boolean;
  isImport: boolean;
};

function spellingOf(path: string, named: WrittenFile, isImport: boolean): Spelling {
  const ending = /\.[a-z0-9]+$/i.exec(path)?.[0] ?? "";
  const isFile = ending !== "" && named.path.endsWith(ending);
  const isHtml = !isFile && /^\.html?$/i.test(ending);
  const bare = isHtml ? path.slice(0, -ending.length) : path;
  return {
    isFile,
    ending: isHtml ? ending : "",
    hasIndex: /(?:^|\/)(?:index|readme)$/i.test(bare),
    slash: path.endsWith("/") ? "/" : "",
    lead: path.startsWith("./") ? "./" : "",
    hasBrackets: path.includes("("),
    isImport,
  };
}

type Write = { form: LinkForm; base: string; to: string; spelling: Spelling };

function write(tree: DocsTree, { form, base, to, spelling }: Write): string | undefined {
  const name = nameOf(tree, form, to, spelling);
  if (name === undefined) return undefined;
  const isRelative = relativeForms.includes(form);
  const path = isRelative ? posix.relative(`/${base}`, `/${name}`) : below(base, name);
  if (path === undefined) return undefined;
  const { isImport, isFile, ending, slash, lead } = spelling;
  if (isImport && /["'`\\]/.test(path)) return undefined;
  const encoded = isImport ? path : encodePath(path, spelling);
  const tail = isFile || encoded === "" ? "" : ending + slash;
  if (form === "alias") return `${tree.site.links.alias?.prefix ?? ""}${encoded}${tail}`;
  if (!isRelative) return `/${encoded}${tail}`;
  if (encoded === "") return slash === "" ? "." : "./";
  return (encoded.startsWith(".") ? "" : isImport ? "./" : lead) + encoded + tail;
}

function nameOf(
  tree: DocsTree,
  form: LinkForm,
  to: string,
  { isFile, hasIndex }: Spelling,
): string | undefined {
  if (form === "address" && isFile) {
    // `/config/options.md` begins where the site's pages do.
    const root = tree.site.layout.roots.find((own) => isBelow(own, to));
    return root === undefined || !tree.page(to)?.isPublished ? undefined : below(root, to);
  }
  if (form === "address" || form === "near-address") {
    const page = isFile || hasIndex ? undefined : tree.page(to);
    return page?.isPublished ? page.address : undefined;
  }
  if (isFile) return to;
  return !isPageFile(to) || hasIndex ? to.replace(/\.[a-z0-9]+$/i, "") : plainAddress(to);
}

/** What would end a link, or begin its query, is escaped; letters of any language stay. */
function encodePath(path: string, { hasBrackets }: Spelling): string {
  const special = hasBrackets ? /[\s"'<>`#?%$*\\{}|^[\]]/g : /[\s"'<>`#?%$*\\{}|^[\]()]/g;
  return path.replace(special, (character) => {
    const encoded = encodeURIComponent(character);
    if (encoded !== character) return encoded;
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
