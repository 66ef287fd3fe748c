import { terms } from "../../../text/terms.ts";
import { componentTitleLevel } from "../quotable/quotable.ts";
import type { PartBlock } from "./page-parts.ts";
import { coverage, type Question } from "./question.ts";

/** Of code that stands there once for each language or tool, that which the question names; all of it where it names none. */
export function withoutOtherVariants(question: Question, blocks: PartBlock[]): PartBlock[] {
  const kept: PartBlock[] = [];
  for (let index = 0; index < blocks.length; ) {
    const run = variantsFrom(blocks, index);
    const named = run.map((variant) => coverage(question, namesOf(variant)));
    const most = Math.max(0, ...named);
    kept.push(...run.filter((_, at) => run.length < 2 || most === 0 || named[at] === most).flat());
    if (run.length === 0) kept.push(...blocks.slice(index, index + 1));
    index += Math.max(1, run.flat().length);
  }
  return kept;
}

/** Code blocks right behind each other, each with the title of its tab. */
function variantsFrom(blocks: PartBlock[], start: number): PartBlock[][] {
  const variants: PartBlock[][] = [];
  for (let index = start; index < blocks.length; ) {
    const block = blocks[index];
    const next = blocks[index + 1];
    const isTitle = block?.kind === "heading" && block.level === componentTitleLevel;
    if (block?.kind === "code") variants.push([block]);
    else if (isTitle && next?.kind === "code") variants.push([block, next]);
    else break;
    index += variants.at(-1)?.length ?? 1;
  }
  return variants;
}

function namesOf(variant: PartBlock[]): Set<string> {
  const title = variant.map(({ kind, text }) => (kind === "heading" ? text : "")).join(" ");
  const info = variant.at(-1)?.info ?? "";
  const language = info.split(/[\s{,]/)[0] ?? "";
  return new Set(terms(`${title} ${info} ${languages.get(language.toLowerCase()) ?? ""}`));
}

const shellNames = "shell terminal command line cli";
const languages = new Map([
  ["ts", "typescript"],
  ["tsx", "typescript react"],
  ["js", "javascript"],
  ["jsx", "javascript react"],
  ["py", "python"],
  ["rb", "ruby"],
  ["sh", shellNames],
  ["bash", shellNames],
  ["shell", shellNames],
  ["console", shellNames],
  ["yml", "yaml"],
]);
