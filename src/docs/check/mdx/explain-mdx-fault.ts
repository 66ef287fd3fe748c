import { readPage } from "../../page/page.ts";
import type { MdxProblem } from "./mdx-problem.ts";

/** What the reader of MDX threw, as a sentence for a writer. */
export function explainMdxFault(error: unknown, text: string): MdxProblem {
  if (error instanceof RangeError) {
    return { line: 1, message: "this page is nested too deeply to be read; make it flatter" };
  }
  const fault = readFault(error);
  if (fault.source.endsWith("mdx-jsx")) return tagFault(fault);
  if (fault.source.endsWith("mdx-expression")) return braceFault(fault, text);
  const { line, cause } = fault;
  const stray = "only imports and exports may follow here; leave an empty line before the text";
  if (fault.rule === "non-esm") return { line, message: stray };
  const message = `this import or export is not valid JavaScript${cause}; text must not begin with the word import or export`;
  return { line, message };
}

type Fault = { line: number; reason: string; rule: string; source: string; cause: string };

function readFault(error: unknown): Fault {
  const member = (key: string): unknown =>
    typeof error === "object" && error !== null ? Reflect.get(error, key) : undefined;
  const text = (key: string) => String(member(key) ?? "");
  const line = member("line");
  const cause = member("cause");
  return {
    line: typeof line === "number" && line > 0 ? line : 1,
    reason: text("reason"),
    rule: text("ruleId"),
    source: text("source"),
    cause: cause instanceof Error ? ` (${causeText(cause)})` : "",
  };
}

function causeText({ message }: Error): string {
  return message
    .replace(/\s*\(\d+:\d+\)$/, "")
    .replace(/\s+/g, " ")
    .slice(0, 100);
}

function tagFault({ line, reason, rule }: Fault): MdxProblem {
  const found = /^Unexpected character `([^`]+)`/.exec(reason)?.[1] ?? "";
  if (reason.includes("before name") && found === "!") {
    return { line, message: "MDX has no <!-- --> comments; write {/* … */}" };
  }
  if (reason.includes("to create a link")) {
    return { line, message: "MDX has no addresses in <…>; write [text](address)" };
  }
  if (reason.includes("before name")) {
    return {
      line,
      message: "the < here begins a tag; write \\< or &lt; for a plain less-than sign",
    };
  }
  if (rule === "unexpected-lazy") {
    const message =
      "this line belongs to a tag in a quote or list; mark or indent it like the first";
    return { line, message };
  }
  if (rule === "unexpected-eof" && reason.includes("attribute value")) {
    return { line, message: "the value of an attribute is not closed; add its closing quote" };
  }
  if (rule === "unexpected-eof") return { line, message: "a tag is not finished; add its >" };
  const at = found === "" ? "" : ` at ${found}`;
  const message = `this tag cannot be read${at}; attributes look like name="text" or name={value}, and a plain < is written \\<`;
  return { line, message };
}

function braceFault({ line, rule, cause }: Fault, text: string): MdxProblem {
  if (rule === "unexpected-eof") {
    const message = "the { is not closed; add its }, or write \\{ for a plain brace";
    return { line: openBraceLine(text) ?? line, message };
  }
  if (rule === "unexpected-lazy") {
    const message = "this line belongs to {…} in a quote or list; mark or indent it like the first";
    return { line, message };
  }
  const message = `what stands in {…} is not valid JavaScript${cause}; write \\{ for a plain brace`;
  return { line, message };
}

/** The reader says where the page ends; a writer looks for the brace that was never closed. */
function openBraceLine(text: string): number | undefined {
  let depth = 0;
  let opened = 0;
  for (const region of readPage(text, "mdx").regions) {
    if (region.kind === "code" || region.kind === "front-matter") continue;
    for (let at = region.start; at < region.end; at += 1) {
      const character = text[at];
      if (character === "\\") at += 1;
      if (character === "}") depth = Math.max(0, depth - 1);
      if (character !== "{") continue;
      if (depth === 0) opened = at;
      depth += 1;
    }
  }
  return depth === 0 ? undefined : text.slice(0, opened).split("\n").length;
}
