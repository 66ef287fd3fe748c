import { posix } from "node:path";
import { below } from "../site/paths.ts";
import { pageAddress } from "../tree/resolve-link.ts";
import { bareAddress, type DocsMap, isMarkdown } from "./docs-map.ts";
import {
  basesOf,
  type Found,
  type Manner,
  type Origin,
  resolveTarget,
  splitTarget,
} from "./resolve-target.ts";

export type Rewrite = {
  /** The docs as they will be. */
  map: DocsMap;
  /** The page the link will stand on. */
  origin: Origin;
  /** The link as written, and the file it led to. */
  target: string;
  found: Found;
  /** The file it shall lead to. */
  to: string;
  /** The anchor and query belong to the old file alone. */
  dropsRest?: boolean;
  /** A program reads it: nothing is escaped, and a relative path begins with a dot. */
  isImport?: boolean;
};

const fromTop: Manner[] = ["address", "root", "top", "served"];
const relative: Manner[] = ["folder", "near-address", "page"];

/** A link to another file in the manner of the old one; undefined when none would lead there. */
export function rewriteTarget(rewrite: Rewrite): string | undefined {
  const { map, origin, target, found, to } = rewrite;
  const { path, rest } = splitTarget(target);
  const others = fromTop.includes(found.manner) ? fromTop : relative;
  const manners = found.manner === "alias" ? [found.manner] : [found.manner, ...others];
  const form = { ...formOf(path, found), isImport: rewrite.isImport === true };
  for (const manner of manners) {
    const bases =
      manner === found.manner && manner === "served" ? [found.base] : basesOf(map, origin, manner);
    for (const base of bases) {
      const written = write({ map, manner, base, to, form });
      if (written === undefined) continue;
      const whole = written + (rewrite.dropsRest === true ? "" : rest);
      if (resolveTarget(map, origin, whole)?.path === to) return whole;
    }
  }
  return undefined;
}

/** What an address looked like, apart from where it led. */
type Form = {
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

function formOf(path: string, found: Found): Omit<Form, "isImport"> {
  const ending = /\.[a-z0-9]+$/i.exec(path)?.[0] ?? "";
  const isFile = ending !== "" && found.path.endsWith(ending);
  const isHtml = !isFile && /^\.html?$/i.test(ending);
  const bare = isHtml ? path.slice(0, -ending.length) : path;
  return {
    isFile,
    ending: isHtml ? ending : "",
    hasIndex: /(?:^|\/)(?:index|readme)$/i.test(bare),
    slash: path.endsWith("/") ? "/" : "",
    lead: path.startsWith("./") ? "./" : "",
    hasBrackets: path.includes("("),
  };
}

type Write = { map: DocsMap; manner: Manner; base: string; to: string; form: Form };

function write({ map, manner, base, to, form }: Write): string | undefined {
  const name = nameOf(map, manner, to, form);
  if (name === undefined) return undefined;
  const isRelative = relative.includes(manner);
  const path = isRelative ? posix.relative(`/${base}`, `/${name}`) : below(base, name);
  if (path === undefined) return undefined;
  if (form.isImport && /["'`\\]/.test(path)) return undefined;
  const encoded = form.isImport ? path : encodePath(path, form);
  const tail = form.isFile || encoded === "" ? "" : form.ending + form.slash;
  if (manner === "alias") return `@site/${encoded}${tail}`;
  if (!isRelative) return `/${encoded}${tail}`;
  if (encoded === "") return form.slash === "" ? "." : "./";
  const lead = form.isImport ? "./" : form.lead;
  return (encoded.startsWith(".") ? "" : lead) + encoded + tail;
}

function nameOf(map: DocsMap, manner: Manner, to: string, form: Form): string | undefined {
  if (manner === "address" || manner === "near-address") {
    const address = form.isFile ? undefined : map.addressOf(to);
    return address === undefined ? undefined : bareAddress(address);
  }
  if (form.isFile) return to;
  if (!isMarkdown(to) || form.hasIndex) return to.replace(/\.[a-z0-9]+$/i, "");
  return pageAddress(to);
}

/** What would end a link, or begin its query, is escaped; letters of any language stay. */
function encodePath(path: string, { hasBrackets }: Form): string {
  const special = hasBrackets ? /[\s"'<>`#?%$*\\{}|^[\]]/g : /[\s"'<>`#?%$*\\{}|^[\]()]/g;
  return path.replace(special, (character) => {
    const encoded = encodeURIComponent(character);
    if (encoded !== character) return encoded;
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
