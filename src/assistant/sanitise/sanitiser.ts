import type { AnswerEvent } from "../../contract/answer-events.ts";
import { type CiterOptions, createCiter } from "../citations/cite.ts";
import { safeTarget } from "./brackets.ts";
import { createLexer } from "./lexer.ts";
import { type AllowedUrl, createOutput, type Piece } from "./output.ts";

export type Sanitiser = ReturnType<typeof createSanitiser>;

type SanitiserOptions = CiterOptions & { textId: string; allowedUrl: AllowedUrl };

/** Looking for what begins in a text takes as long as the text is, so a long one is read in portions. */
const portion = 4_000;

/** Takes the model's text and gives back what may leave: Markdown that is safe to render, with markers the server vouches for, and their sources. */
export function createSanitiser(options: SanitiserOptions) {
  const allowedUrl: AllowedUrl = (url) => {
    const allowed = options.allowedUrl(url) ?? "";
    const isQuoted = options.passages.some(({ text }) => text.includes(url));
    return safeTarget(isQuoted ? allowed : withoutQuery(allowed));
  };
  const output = createOutput(allowedUrl);
  const lexer = createLexer(output, sink, allowedUrl);
  const citer = createCiter(options);
  const clean = createCleaner();
  const events: AnswerEvent[] = [];
  let lastMark = "";

  function sink(piece: Piece): void {
    if (piece.kind === "marks") cite(piece.numbers, piece.gap);
    else output.add(piece);
  }

  function say(): void {
    const delta = output.take();
    if (delta === "") return;
    citer.say(delta);
    if (/[\p{L}\p{N}]/u.test(delta)) lastMark = "";
    events.push({ type: "text-delta", id: options.textId, delta });
  }

  /** A marker that cites nothing leaves no trace, so what stands on both its sides is one text. */
  function cite(numbers: number[], gap: string): void {
    const known = [...new Set(numbers)].flatMap((number) => options.passages[number - 1] ?? []);
    if (known.length === 0) return;
    say();
    const cited = citer.cite(known, output.held());
    if (cited === undefined) return;
    for (const [index, { citation, source }] of cited.entries()) {
      const mark = `[${citation.n}]`;
      if (lastMark === mark) continue;
      output.add({ kind: "raw", text: index === 0 ? `${gap}${mark}` : mark });
      say();
      lastMark = mark;
      events.push(...source);
    }
    citer.endStatement();
  }

  return {
    push(delta: string): AnswerEvent[] {
      const text = clean(delta);
      for (let at = 0; at < text.length; at += portion) lexer.push(text.slice(at, at + portion));
      say();
      return events.splice(0);
    },
    end(): AnswerEvent[] {
      lexer.end();
      output.settle("line");
      say();
      return events.splice(0);
    },
    text: output.text,
    citations: citer.citations,
    supportedCount: citer.supportedCount,
  };
}

/** A query that the docs do not have themselves could carry the reader's words to another host. */
function withoutQuery(url: string): string {
  return url.replace(/\?[^#]*/, "");
}

/** Gives every line the same end and drops control characters, which some renderers step over. */
function createCleaner(): (delta: string) => string {
  let endsWithReturn = false;
  return (delta) => {
    const rest = endsWithReturn && delta.startsWith("\n") ? delta.slice(1) : delta;
    if (delta !== "") endsWithReturn = delta.endsWith("\r");
    return rest.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "");
  };
}
