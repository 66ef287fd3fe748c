import type { GateResult, SideAnswer } from "../../contract/gate.ts";
import { cutText } from "../../text/bounded.ts";

const longestText = 3_000;
const longestQuote = 300;
const mostCitations = 6;
const mostReasons = 6;

/** A result as it is kept and shown: enough to decide by, and as PostgreSQL takes it. */
export function shortResult(result: GateResult): GateResult {
  const { before, after, reasons } = result;
  return {
    ...result,
    ...{ before: shortSide(before), after: shortSide(after) },
    reasons: reasons.slice(0, mostReasons).map((reason) => plain(reason, longestQuote)),
  };
}

function shortSide({ outcome, text, citations }: SideAnswer): SideAnswer {
  const shown = citations.slice(0, mostCitations);
  return {
    outcome,
    text: plain(text, longestText),
    citations: shown.map((one) => ({ ...one, quote: plain(one.quote, longestQuote) })),
  };
}

function plain(text: string, longest: number): string {
  return cutText(text.replaceAll("\0", "").toWellFormed(), longest);
}
