import type { AnswerEvent, Citation } from "../contract/answer-events.ts";
import type { Passage } from "../search/hit.ts";
import { createCodeTracker } from "./code-tracker.ts";
import { locateQuote, type QuotedSource, readQuotedSource } from "./locate-quote.ts";

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

const word = /[\p{L}\p{N}]/u;
const unfinishedMarker = / $| ?\[[\d, ]{0,60}$/;
const marker = /( ?)\[(\d{1,4}(?:, ?\d{1,4}){0,9})\]/;

/** The model cites passages by their number in the prompt; the reader gets a number for each distinct range of lines. */
export function createCiter(options: Options): Citer {
  const list = createCitationList(options);
  const code = createCodeTracker();
  let held = "";
  let sent = "";
  let statement = "";
  let isStatementCited = true;

  function emit(text: string): AnswerEvent[] {
    if (text === "") return [];
    sent += text;
    code.add(text);
    return [{ type: "text-delta", id: options.textId, delta: text }];
  }

  function say(text: string): AnswerEvent[] {
    if (isStatementCited && word.test(text)) {
      statement = "";
      isStatementCited = false;
    }
    statement += text;
    return emit(text);
  }

  /** A marker right behind another one cites the same statement. */
  function cite(number: number, gap: string): AnswerEvent[] {
    const passage = options.passages[number - 1];
    if (!passage || !word.test(statement)) return [];
    isStatementCited = true;
    const { citation, source } = list.add(passage, statement);
    const mark = `[${citation.n}]`;
    if (sent.endsWith(mark)) return [];
    return [...emit(`${code.isOnClosingLine() ? "\n\n" : gap}${mark}`), ...source];
  }

  function take(final: boolean): AnswerEvent[] {
    const events: AnswerEvent[] = [];
    for (let match = marker.exec(held); match; match = marker.exec(held)) {
      const [text, gap = "", numbers = ""] = match;
      events.push(...say(held.slice(0, match.index)));
      held = held.slice(match.index + text.length);
      if (code.isInside()) events.push(...say(text));
      else for (const number of numbers.split(",")) events.push(...cite(Number(number), gap));
    }
    const tail = final ? "" : (unfinishedMarker.exec(held)?.[0] ?? "");
    events.push(...say(held.slice(0, held.length - tail.length)));
    held = tail;
    return events;
  }

  return {
    push(delta) {
      held += delta;
      return take(false);
    },
    end: () => take(true),
    citations: () => list.citations,
    text: () => sent,
  };
}

/** Numbers citations in the order they are first used; each address is a source once. */
function createCitationList(options: Options) {
  const citations: Citation[] = [];
  const urls = new Set<string>();
  const quoted = new Map<Passage, QuotedSource>();

  function find(passage: Passage, statement: string): Citation {
    const place = quoted.get(passage) ?? readQuotedSource(passage);
    quoted.set(passage, place);
    const { text, startLine, endLine } = locateQuote(statement, place);
    const known = citations.find(
      (one) => one.path === passage.path && one.startLine === startLine && one.endLine === endLine,
    );
    if (known) return known;
    const citation: Citation = {
      n: citations.length + 1,
      path: passage.path,
      title: passage.title,
      heading: passage.headings.at(-1) ?? "",
      url: options.urlOf(passage),
      startLine,
      endLine,
      quote: text,
      revision: options.revision,
    };
    citations.push(citation);
    return citation;
  }

  return {
    citations,
    add(passage: Passage, statement: string): { citation: Citation; source: AnswerEvent[] } {
      const citation = find(passage, statement);
      const { url, heading } = citation;
      if (urls.has(url)) return { citation, source: [] };
      urls.add(url);
      const title = heading ? `${citation.title}: ${heading}` : citation.title;
      const sourceId = `source-${urls.size}`;
      return { citation, source: [{ type: "source-url", sourceId, url, title }] };
    },
  };
}
