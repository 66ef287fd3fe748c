import { parse, postprocess, preprocess } from "micromark";
import { mdxjs } from "micromark-extension-mdxjs";
import { explainMdxFault } from "./explain-mdx-fault.ts";
import { type MdxDialect, toPlainMdx } from "./plain-mdx.ts";
import { tagProblem } from "./tag-problem.ts";

export type MdxProblem = { line: number; message: string };

/**
 * The first thing that keeps a page from being read as MDX; undefined for none. Nothing in the page is run. A hostile
 * page can take very long, so this belongs on a thread that somebody watches.
 */
export function mdxProblem(source: string, dialect: MdxDialect): MdxProblem | undefined {
  const text = toPlainMdx(source, dialect);
  try {
    const parser = parse({ extensions: [mdxjs()] });
    const chunks = preprocess()(text, undefined, true);
    return tagProblem(postprocess(parser.document().write(chunks)));
  } catch (error) {
    return explainMdxFault(error, text);
  }
}
