import type { AnswerEvent, Citation } from "../contract/answer-events.ts";
import type { Passage } from "../search/hit.ts";
import { locateQuote } from "./locate-quote.ts";

export type Citer = {
  /** Takes the model's text and gives back what may leave: text with markers the server vouches for, and their sources. */
  push(delta: string): AnswerEvent[];
  end(): AnswerEvent[];
  citations(): Citation[];
  text(): string;
};

type Options = {
  textId: string;
  passages: Passage[];
  revision: string;
  urlOf(passage: Passage): string;
};

const unfinishedMarker = / ?\[\d{0,4}$/;
const marker = / ?\[(\d{1,4})\]/;

/** The model cites passages by their number in the prompt; the reader gets a number for each distinct range of lines. */
export function createCiter(options: Options): Citer {
  const citations: Citation[] = [];
  const sources = new Set<string>();
  let held = "";
  let sent = "";
  let statementStart = 0;

  function emit(text: string): AnswerEvent[] {
    if (text === "") return [];
    sent += text;
    return [{ type: "text-delta", id: options.textId, delta: text }];
  }

  function cite(number: number, spaced: boolean): AnswerEvent[] {
    const passage = options.passages[number - 1];
    const statement = sent.slice(statementStart);
    if (!passage || statement.trim() === "") return [];
    const citation = numbered(citations, passage, statement, options);
    const events = emit(`${spaced ? " " : ""}[${citation.n}]`);
    statementStart = sent.length;
    if (sources.has(citation.url)) return events;
    sources.add(citation.url);
    const title = citation.heading ? `${citation.title}: ${citation.heading}` : citation.title;
    return [
      ...events,
      { type: "source-url", sourceId: `source-${sources.size}`, url: citation.url, title },
    ];
  }

  function take(final: boolean): AnswerEvent[] {
    const events: AnswerEvent[] = [];
    for (;;) {
      const match = marker.exec(held);
      if (!match) break;
      const before = held.slice(0, match.index);
      events.push(...emit(before));
      held = held.slice(match.index + match[0].length);
      if (insideCode(sent)) events.push(...emit(match[0]));
      else events.push(...cite(Number(match[1]), match[0].startsWith(" ")));
    }
    const tail = final ? "" : (unfinishedMarker.exec(held)?.[0] ?? "");
    events.push(...emit(held.slice(0, held.length - tail.length)));
    held = tail;
    return events;
  }

  return {
    push(delta) {
      held += delta;
      return take(false);
    },
    end: () => take(true),
    citations: () => citations,
    text: () => sent,
  };
}

function numbered(
  citations: Citation[],
  passage: Passage,
  statement: string,
  options: Options,
): Citation {
  const quote = locateQuote(statement, passage);
  const known = citations.find(
    (citation) =>
      citation.path === passage.path &&
      citation.startLine === quote.startLine &&
      citation.endLine === quote.endLine,
  );
  if (known) return known;
  const citation: Citation = {
    n: citations.length + 1,
    path: passage.path,
    title: passage.title,
    heading: passage.headings.at(-1) ?? "",
    url: options.urlOf(passage),
    startLine: quote.startLine,
    endLine: quote.endLine,
    quote: quote.text,
    revision: options.revision,
  };
  citations.push(citation);
  return citation;
}

/** Brackets inside a fence or an inline code span are code, not markers. */
function insideCode(text: string): boolean {
  const fences = text.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = text.slice(text.lastIndexOf("\n") + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
