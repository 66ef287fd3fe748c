import { closeSync, openSync, readSync } from "node:fs";
import type { Doc } from "../retrieval/data-set.ts";

const readAtOnce = 1 << 20;

/** The first passages of the file, read as they are asked for; the last page is whole, so there may be a few more. */
export function* readPassages(file: string, count: number): Generator<Doc> {
  let page: string | undefined;
  let given = 0;
  for (const line of linesOf(file)) {
    const doc: Doc = JSON.parse(line);
    if (given >= count && doc.page !== page) return;
    page = doc.page;
    given += 1;
    yield doc;
  }
}

function* linesOf(file: string): Generator<string> {
  const handle = openSync(file, "r");
  const decoder = new TextDecoder();
  const buffer = Buffer.allocUnsafe(readAtOnce);
  let rest = "";
  try {
    for (let length = readSync(handle, buffer); length > 0; length = readSync(handle, buffer)) {
      const lines = (rest + decoder.decode(buffer.subarray(0, length), { stream: true })).split(
        "\n",
      );
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  } finally {
    closeSync(handle);
  }
}

export type Sample = { questions: string[]; pages: Doc[][]; passages: number };

/** Some pages spread over the first passages, and questions made of headings: "page title section". */
export function samplePassages(file: string, count: number, wanted: number): Sample {
  const step = Math.max(Math.floor(count / wanted), 1);
  const questions: string[] = [];
  const pages = new Map<string, Doc[]>();
  let place = 0;
  for (const doc of readPassages(file, count)) {
    const own = pages.get(doc.page ?? "");
    if (own) own.push(doc);
    if (place % step === 0) {
      questions.push(doc.title.split(" > ").join(" "));
      if (doc.id.endsWith("#1")) pages.set(doc.page ?? "", [doc]);
    }
    place += 1;
  }
  return { questions, pages: [...pages.values()], passages: place };
}
