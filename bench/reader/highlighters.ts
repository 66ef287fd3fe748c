import { createRequire } from "node:module";
import { formatOf } from "../../src/docs/page/page-format.ts";
import { readFenceInfo } from "../../src/docs/render/code/fence-info.ts";
import { highlight } from "../../src/docs/render/code/highlight.ts";
import { grammarOf } from "../../src/docs/render/code/languages.ts";
import { layOutPage } from "../../src/docs/render/layout/lay-out-page.ts";
import { treePages } from "./tree-pages.ts";

/**
 * Our highlighter beside shiki's on the code blocks of docs trees and on hostile ones, each in a process of its own:
 * `node bench/reader/highlighters.ts own|shiki|shiki-js FOLDER…`. Shiki is a package of `bench/`.
 */
const [which = "own", ...folders] = process.argv.slice(2);

type Block = { language: string; code: string };
type Colour = (block: Block) => unknown;

const blocks: Block[] = [];
for (const folder of folders)
  for await (const { path, content } of treePages(folder))
    for (const mark of layOutPage(content, formatOf(path)).marks)
      if (mark.kind === "code")
        blocks.push({
          language: readFenceInfo(mark.code.info).language,
          code: mark.code.lines.join("\n"),
        });

const hostile: [string, Block][] = [
  ["200 KB of ((((", { language: "js", code: "(".repeat(200_000) }],
  ["4,900 lines of <a <a", { language: "html", code: `${"<a ".repeat(60)}\n`.repeat(4_900) }],
  ["4,900 lines of ${`", { language: "ts", code: `${"${`".repeat(40)}\n`.repeat(4_900) }],
  ["200 KB of *", { language: "md", code: "*".repeat(200_000) }],
  ["4,900 lines of a: - [", { language: "yaml", code: `${"a: - [".repeat(20)}\n`.repeat(4_900) }],
];

global.gc?.();
const before = process.memoryUsage().rss;
const opened = performance.now();
const colour = await open(which, [
  ...new Set(blocks.map(({ language }) => language)),
  "md",
  "html",
]);
colour({ language: "js", code: "a" });
const openMs = performance.now() - opened;
const started = process.cpuUsage();
let [coloured, characters] = [0, 0];
for (const block of blocks) {
  characters += block.code.length;
  if (colour(block) !== undefined) coloured += 1;
}
const { user, system } = process.cpuUsage(started);
const ms = (user + system) / 1_000;
const grownMb = (process.memoryUsage().rss - before) / 1_048_576;
console.log(
  `| ${which} | ${blocks.length} | ${coloured} | ${openMs.toFixed(0)} | ${((ms * 1_000) / blocks.length).toFixed(0)} | ${(characters / 1_000 / ms).toFixed(1)} | ${grownMb.toFixed(0)} |`,
);
for (const [name, block] of hostile) {
  const begun = performance.now();
  colour(block);
  console.log(`  ${which}, ${name}: ${(performance.now() - begun).toFixed(0)} ms`);
}

async function open(name: string, languages: string[]): Promise<Colour> {
  if (name === "own")
    return ({ code, language }) => grammarOf(language) && highlight(code.split("\n"), language);
  const require = createRequire(
    new URL(process.env.SHIKI_AT ?? "../package.json", import.meta.url),
  );
  const shiki = await import(require.resolve("shiki"));
  const engine =
    name === "shiki-js"
      ? (await import(require.resolve("shiki/engine/javascript"))).createJavaScriptRegexEngine({
          forgiving: true,
        })
      : (await import(require.resolve("shiki/engine/oniguruma"))).createOnigurumaEngine(
          import(require.resolve("shiki/wasm")),
        );
  const known = languages.filter((language) => language in shiki.bundledLanguages);
  const highlighter = await shiki.createHighlighter({
    themes: ["github-light"],
    langs: known,
    engine: await engine,
  });
  const loaded = new Set(highlighter.getLoadedLanguages());
  return ({ code, language }) =>
    loaded.has(language)
      ? highlighter.codeToTokens(code, { lang: language, theme: "github-light" })
      : undefined;
}
