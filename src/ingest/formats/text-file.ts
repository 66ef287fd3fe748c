import { countWords } from "../../text/count-words.ts";
import type { FileText, PageText } from "./format.ts";
import { readRst } from "./rst.ts";

const marked = /^\.\. (?:[\w:-]{1,60}::|_[^\n:]{1,200}:)|``[^`\n]{1,200}``|:[a-z]{2,20}:`/m;
const titled = /^[\p{L}\p{N}][^\n]{2,100}\n([=~*#-])\1{3,}$/mu;
const sample = 20_000;
const fewestWords = 30;
const fewestWordsOfLine = 3;

/** A text file as Markdown, line for line, where it holds sentences; lists for tools and logs give nothing. */
export function readTextFile(file: FileText): PageText[] {
  const start = file.text.slice(0, sample).replaceAll("\r\n", "\n");
  // Some docs keep reStructuredText under this ending.
  if (marked.test(start)) return readRst(file);
  return titled.test(start) || isProse(start) ? readRst(file, { isPlain: true }) : [];
}

function isProse(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const words = countWords(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const signs = text.match(/\S/g)?.length ?? 0;
  return (
    words >= fewestWords && words >= lines.length * fewestWordsOfLine && letters >= signs * 0.7
  );
}
