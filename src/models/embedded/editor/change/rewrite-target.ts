import { posix } from "node:path";
import { type DocsTree, insideRoot } from "../files/docs-tree.ts";
import { pageAddress } from "../files/follow-link.ts";

type Rewrite = { tree: DocsTree; from: string; target: string; to: string; anchor: string };

/** A link to another page in the manner of the old one: from the top or relative, with or without ending and slash. */
export function rewriteTarget({ tree, from, target, to, anchor }: Rewrite): string {
  const address = target.split("#", 1)[0] ?? "";
  const [path = "", query] = address.split("?", 2);
  const ending = /\.(?:mdx?|html?)$/i.exec(path)?.[0] ?? "";
  const isFromTop = path.startsWith("/");
  const hasRoot = tree.root !== "" && path.startsWith(`/${tree.root}/`);
  const file = isFromTop
    ? hasRoot
      ? to
      : insideRoot(tree, to)
    : posix.relative(posix.dirname(from), to);
  const isFile = /^\.mdx?$/i.test(ending);
  const named = isFile ? file : pageAddress(file) + ending;
  const slash = !isFile && path.endsWith("/") && named !== "" ? "/" : "";
  const lead = isFromTop ? "/" : path.startsWith("./") && !named.startsWith(".") ? "./" : "";
  const whole = lead + encoded(named) + slash || ".";
  return whole + (query === undefined ? "" : `?${query}`) + (anchor === "" ? "" : `#${anchor}`);
}

function encoded(path: string): string {
  return path.replace(/[\s()<>]/g, (character) =>
    encodeURIComponent(character).replace("(", "%28").replace(")", "%29"),
  );
}
