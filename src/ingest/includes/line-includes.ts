import { posix } from "node:path";
import { fillAttributes } from "../formats/asciidoc/fill-attributes.ts";
import { optionSelection } from "./include-forms.ts";
import { type IncludeRequest, requestOf, type Selection } from "./include-request.ts";

type File = { path: string; content: string };

/** What pages ask for that are not Markdown: always a line of its own. undefined for pages of other formats. */
export function lineIncludes(
  { path, content }: File,
  values: ReadonlyMap<string, string>,
): IncludeRequest[] | undefined {
  if (/\.(?:rst|rest)$/i.test(path)) return rstIncludes(path, content);
  return isAsciiDoc(path) ? adocIncludes(path, content, values) : undefined;
}

function isAsciiDoc(path: string): boolean {
  return /\.(?:adoc|asciidoc)$/i.test(path);
}

/** The values that a file gives to names, for the paths of other files: none but in AsciiDoc. */
export function namedValues({ path, content }: File): [string, string][] {
  if (!isAsciiDoc(path)) return [];
  const entries = content.matchAll(/^:([\w][\w-]{0,60}):[ \t]{1,9}(\S[^\n]{0,300})$/gm);
  return Array.from(entries, ([, name = "", value = ""]) => [name.toLowerCase(), value.trim()]);
}

const rstLine =
  /^([ \t]{0,80})\.\.[ \t]{1,9}(include|literalinclude)::[ \t]{1,9}(\S{1,300})[ \t]*((?:\r?\n[ \t]{1,90}:[\w-]{1,40}:[^\n]{0,300}){0,20})$/gm;

/** `.. include:: x.rst` and `.. literalinclude:: x.py` with their options below. */
function rstIncludes(path: string, content: string): IncludeRequest[] {
  return Array.from(content.matchAll(rstLine), (match) => {
    const [all, indent = "", name, written = "", below = ""] = match;
    const options = new Map(
      Array.from(
        below.matchAll(/:([\w-]{1,40}):[ \t]*([^\n]{0,300})/g),
        ([, key = "", value = ""]) => [key, value.trim()],
      ),
    );
    const isCode = name === "literalinclude" || options.has("code") || options.has("literal");
    const isText = /\.(?:rst|rest|txt|inc)$/i.test(written);
    return requestOf({
      start: match.index + indent.length,
      end: match.index + all.length,
      from: path,
      // Markdown in the middle of such a page would be read as something else.
      written: isCode || isText ? written : "",
      selection: optionSelection(options),
      form: isCode ? "directive" : "text",
      language: options.get("language") ?? options.get("code") ?? "",
      isDropped: !isCode && !isText,
    });
  });
}

const mostInserted = 10_000;
const adocLine = /^include::([^\s[\]]{1,300})\[([^\]\n]{0,300})\][ \t]*\r?$/gm;

/** `include::x.adoc[tag=a,lines=2..5]`, also inside code. */
function adocIncludes(
  path: string,
  content: string,
  values: ReadonlyMap<string, string>,
): IncludeRequest[] {
  const attributes = new Map([...values, ...namedValues({ path, content })]);
  const room = { left: content.length + mostInserted };
  return Array.from(content.matchAll(adocLine), (match) => {
    const [all, written = "", options = ""] = match;
    const target = fillAttributes(written, { attributes, room });
    const place = resourcePath(path, target);
    return requestOf({
      start: match.index,
      end: match.index + all.length,
      from: path,
      written: place.includes("{") ? "" : place,
      selection: adocSelection(options),
      // An address made of attributes is known to the site alone.
      isDropped: place.includes("{") || /\bopts=optional\b/.test(options),
    });
  });
}

const families = new Map([
  ["partial", "partials"],
  ["example", "examples"],
  ["page", "pages"],
]);

/** `module:partial$x.adoc` names a file of a module, whose folder lies beside that of the page's own. */
function resourcePath(path: string, target: string): string {
  const [, module, family = "", file = ""] =
    /^(?:([\w-]{1,60}):)?(partial|example|page)\$(.+)$/.exec(target) ?? [];
  const folders = path.split("/");
  const top = folders.lastIndexOf("modules");
  if (family === "" || top === -1) return target;
  const name = module ?? folders[top + 1] ?? "ROOT";
  const wanted = [...folders.slice(0, top + 1), name, families.get(family) ?? family, file].join(
    "/",
  );
  return posix.relative(posix.dirname(path), wanted);
}

function adocSelection(options: string): Selection {
  const tag = /\btags?=["']?(!?[\w.-]{1,100})/.exec(options)?.[1];
  if (tag !== undefined && !tag.startsWith("!")) return { kind: "section", name: tag };
  const lines = /\blines=["']?([\d.;,-]{1,200})/.exec(options)?.[1];
  if (lines === undefined) return { kind: "all" };
  const ranges = lines.split(/[;,]/).map((range) => {
    const [from = "", to = from] = range.split("..", 2);
    return { from: Number(from) || 1, to: Number(to) > 0 ? Number(to) : Infinity };
  });
  return { kind: "lines", ranges };
}
