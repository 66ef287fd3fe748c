import type { AnswerEvent, Citation } from "../../contract/answer-events.ts";
import type { Passage } from "../../search/hit.ts";
import { createSupportCheck, type SupportOptions } from "./check-support.ts";
import { locateQuote, type QuotedSource, readQuotedSource } from "./locate-quote.ts";

export type CiterOptions = SupportOptions & {
  passages: readonly Passage[];
  revision: string;
  /** Where people read it; with the lines that are cited, where these are. */
  urlOf(passage: Passage, cited?: QuotedLines): string;
  /** The text is taken from the passages word for word, so no marker needs to be checked. */
  isQuoted?: boolean;
};

export type QuotedLines = { startLine: number; endLine: number };

const word = /[\p{L}\p{N}]/u;
const longestStatement = 20_000;
const mostRefused = 50;

/**
 * Follows what is said, and cites passages for it. The model cites passages by their number in the prompt; the reader
 * gets a number for each distinct range of lines, in the order they are first used.
 */
export function createCiter(options: CiterOptions) {
  const list = createCitationList(options);
  const supporting = options.isQuoted ? undefined : createSupporting(options);
  /** What a marker stands for: all that was said since the marker before it. */
  let statement = "";
  let isCited = true;
  return {
    citations: list.citations,
    supportedCount: list.supportedCount,
    say(said: string): void {
      if (isCited && word.test(said)) {
        statement = "";
        isCited = false;
      }
      statement += said;
      if (statement.length > 2 * longestStatement) statement = statement.slice(-longestStatement);
    },
    /** The citations of the passages that say what was said, `upcoming` included; undefined when nothing was said at all. */
    cite(known: Passage[], upcoming: string): Cited[] | undefined {
      const claim = isCited && word.test(upcoming) ? upcoming : statement + upcoming;
      if (!word.test(claim)) return undefined;
      const supported = supporting === undefined ? known : supporting(claim, known);
      for (const passage of known) if (!supported.includes(passage)) list.refuse(passage, claim);
      return supported.map((passage) => list.add(passage, claim));
    },
    /** A marker right behind another one cites the same statement; what is said next begins a new one. */
    endStatement(): void {
      isCited = true;
    },
  };
}

/** Several passages may share a statement: each stands for a part, as long as one stands for its last sentence. */
function createSupporting(options: SupportOptions) {
  const check = createSupportCheck(options);
  return (claim: string, passages: Passage[]): Passage[] => {
    const support = passages.map((passage) => check(claim, passage));
    return support.includes("whole") ? passages.filter((_, at) => support[at] !== "none") : [];
  };
}

/** A citation, and its source when the address is new. */
export type Cited = { citation: Citation; source: AnswerEvent[] };

function createCitationList(options: CiterOptions) {
  const supported: Citation[] = [];
  const refused: Citation[] = [];
  const urls = new Set<string>();
  /** Several citations may lie in one section, which is one source. */
  const sections = new Map<Citation, string>();
  const quoted = new Map<Passage, QuotedSource>();

  function find(known: Citation[], passage: Passage, statement: string): Citation {
    const place = quoted.get(passage) ?? readQuotedSource(passage);
    quoted.set(passage, place);
    const { text, startLine, endLine } = locateQuote(statement, place);
    const same = known.find(
      (one) => one.path === passage.path && one.startLine === startLine && one.endLine === endLine,
    );
    if (same) return same;
    const { heading, anchor } = headingAt(passage, startLine);
    const citation: Citation = {
      n: known.length + 1,
      path: passage.path,
      title: passage.title,
      heading,
      url: options.urlOf({ ...passage, anchor }, { startLine, endLine }),
      startLine,
      endLine,
      quote: text,
      revision: options.revision,
      supported: known === supported,
    };
    sections.set(citation, options.urlOf({ ...passage, anchor }));
    known.push(citation);
    return citation;
  }

  return {
    add(passage: Passage, statement: string): Cited {
      const citation = find(supported, passage, statement);
      const { url, heading } = citation;
      const section = sections.get(citation) ?? url;
      if (urls.has(section)) return { citation, source: [] };
      urls.add(section);
      const title = heading ? `${citation.title}: ${heading}` : citation.title;
      const sourceId = `source-${urls.size}`;
      return { citation, source: [{ type: "source-url", sourceId, url, title }] };
    },
    /** Keeps what the model claims and the passage does not say. */
    refuse(passage: Passage, statement: string): void {
      if (refused.length < mostRefused) find(refused, passage, statement);
    },
    /** The supported ones are 1 to k in the order of the text; behind them those that were dropped from it. */
    citations: (): Citation[] => [
      ...supported,
      ...refused.map((citation) => ({ ...citation, n: supported.length + citation.n })),
    ],
    supportedCount: () => supported.length,
  };
}

/** The nearest heading above the quoted line: tiny sections share a passage. */
function headingAt(passage: Passage, line: number): { heading: string; anchor: string } {
  const later = passage.laterHeadings.findLast((place) => place.line <= line);
  return later ?? { heading: passage.headings.at(-1) ?? "", anchor: passage.anchor };
}
