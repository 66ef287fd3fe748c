import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import type { Plugin, PluginContext } from "rolldown";

type Places = { root: string; folder: string };

const named = /new URL\("(\.{1,2}(?:\/[^"]*)?)", import\.meta\.url\)/g;
const anyNamed = /new URL\(`\.\/\$\{\w+\}(\.\w+)`, import\.meta\.url\)/g;
const mapStacks = JSON.stringify(join(import.meta.dirname, "../../src/lib/stacks/map-stacks.ts"));

/**
 * A source names other files by where they stand beside it. In a build, programs of threads are built as well, files among
 * the sources are copied, and the rest of a checkout is looked for where it is.
 */
export function placesOfSources({ root, folder }: Places): Plugin {
  const sources = join(root, "src") + sep;
  const threads = new Set<string>();
  return {
    name: "places-of-sources",
    transform(code, id) {
      const own = threads.has(id)
        ? `import { mapStacks } from ${mapStacks}; mapStacks(); ${code}`
        : code;
      if (id.includes("node_modules") || !own.includes("import.meta.url"))
        return { code: own, map: null };
      const here = dirname(id);
      for (const [, ending = ""] of own.matchAll(anyNamed))
        for (const name of readdirSync(here).filter((one) => extname(one) === ending))
          copy(this, join(here, name), name);
      const placed = own.replace(named, (_, path: string) => {
        const place = placeOf(this, join(here, path));
        return `new URL("${place}", import.meta.url)`;
      });
      return { code: placed, map: null };
    },
  };

  function placeOf(context: PluginContext, target: string): string {
    const ending = extname(target);
    if (ending === ".ts") return `./${buildThread(context, target)}`;
    if (ending === "" || !target.startsWith(sources))
      return relative(folder, target).replaceAll(sep, "/");
    const name = relative(sources, target).replaceAll(sep, "-");
    copy(context, target, name);
    return `./${name}`;
  }

  function buildThread(context: PluginContext, id: string): string {
    const fileName = `${basename(id, ".ts")}.js`;
    if (!threads.has(id)) context.emitFile({ type: "chunk", id, fileName });
    threads.add(id);
    return fileName;
  }
}

function copy(context: PluginContext, file: string, fileName: string): void {
  context.emitFile({ type: "asset", fileName, source: readFileSync(file) });
}
