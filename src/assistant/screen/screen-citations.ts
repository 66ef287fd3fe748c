import type { AnswerEvent, Citation } from "../../contract/answer-events.ts";
import type { Passage } from "../../search/hit.ts";
import { locateQuote, type QuotedSource, readQuotedSource } from "../citations/locate-quote.ts";

type Options = {
  revision: string;
  urlOf(passage: Passage): string;
};

export type Added = { citation: Citation; source: AnswerEvent[] };

export type CitationList = {
  /** The citation of the lines a statement rests on, and its source when the address is new. */
  add(passage: Passage, statement: string): Added;
  /** Keeps what the model claims and the passage does not say. */
  refuse(passage: Passage, statement: string): void;
  citations(): Citation[];
  supportedCount(): number;
};

const mostRefused = 50;

/** Numbers citations in the order they are first used; each address is a source once. */
export function createCitationList(options: Options): CitationList {
  const supported: Citation[] = [];
  const refused: Citation[] = [];
  const urls = new Set<string>();
  const quoted = new Map<Passage, QuotedSource>();

  function find(known: Citation[], passage: Passage, statement: string): Citation {
    const place = quoted.get(passage) ?? readQuotedSource(passage);
    quoted.set(passage, place);
    const { text, startLine, endLine } = locateQuote(statement, place);
    const same = known.find(
      (one) => one.path === passage.path && one.startLine === startLine && one.endLine === endLine,
    );
    if (same) return same;
    const citation: Citation = {
      n: known.length + 1,
      path: passage.path,
      title: passage.title,
      heading: passage.headings.at(-1) ?? "",
      url: options.urlOf(passage),
      startLine,
      endLine,
      quote: text,
      revision: options.revision,
      supported: known === supported,
    };
    known.push(citation);
    return citation;
  }

  return {
    add(passage, statement) {
      const citation = find(supported, passage, statement);
      const { url, heading } = citation;
      if (urls.has(url)) return { citation, source: [] };
      urls.add(url);
      const title = heading ? `${citation.title}: ${heading}` : citation.title;
      const sourceId = `source-${urls.size}`;
      return { citation, source: [{ type: "source-url", sourceId, url, title }] };
    },
    refuse(passage, statement) {
      if (refused.length < mostRefused) find(refused, passage, statement);
    },
    citations: () => [
      ...supported,
      ...refused.map((citation) => ({ ...citation, n: supported.length + citation.n })),
    ],
    supportedCount: () => supported.length,
  };
}
