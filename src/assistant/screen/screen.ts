import type { AnswerEvent, Citation } from "../../contract/answer-events.ts";
import type { Passage } from "../../search/hit.ts";
import { createJudge, type Judge } from "../citations/judge.ts";
import { type Added, createCitationList } from "./screen-citations.ts";
import { createCleaner } from "./screen-cleaner.ts";
import { createLexer } from "./screen-lexer.ts";
import { createOutput } from "./screen-output.ts";
import type { Piece } from "./screen-pieces.ts";
import { createPlain, writeSpan } from "./screen-plain.ts";
import { createStatement } from "./screen-statement.ts";

export type Screen = {
  /** Takes the model's text and gives back what may leave: screened text with markers the server vouches for, and their sources. */
  push(delta: string): AnswerEvent[];
  end(): AnswerEvent[];
  /** The supported ones are 1 to k in the order of the text; behind them those that were dropped from it. */
  citations(): Citation[];
  text(): string;
  supportedCount(): number;
};

export type ScreenOptions = {
  textId: string;
  passages: readonly Passage[];
  revision: string;
  urlOf(passage: Passage): string;
  /** The address a link of the model may lead to, in full; undefined for a link that shall be text. */
  allowedUrl(url: string): string | undefined;
  /** How much of the first text the second one speaks of, from 0 to 1. */
  agreement(question: string, text: string): number;
  /** Closeness of meaning of two texts, up to 1. */
  similarity?(left: string, right: string): number;
  /** The text is taken from the passages word for word, so no marker needs to be judged. */
  isQuoted?: boolean;
};

/** Looking for what begins in a text takes as long as the text is, so a long one is read in portions. */
const portion = 4_000;

/** The model cites passages by their number in the prompt; the reader gets a number for each distinct range of lines. */
export function createScreen(options: ScreenOptions): Screen {
  const output = createOutput();
  const plain = createPlain(output, options.allowedUrl);
  const line = () => output.lineHead() + plain.held();
  const lexer = createLexer({ output, sink, line, allowedUrl: options.allowedUrl });
  const list = createCitationList(options);
  const judge = options.isQuoted ? undefined : createJudge(options);
  const statement = createStatement();
  const clean = createCleaner();
  const events: AnswerEvent[] = [];
  let lastMark = "";

  function sink(piece: Piece): void {
    if (piece.kind === "plain") plain.add(piece.text);
    else if (piece.kind === "marks") cite(piece.numbers, piece.gap);
    else {
      plain.settle(piece.kind === "link" || piece.kind === "line" ? piece.kind : "other");
      if (piece.kind === "code") writeSpan(output, piece.text);
      else output.write(piece.kind === "line" ? "\n" : piece.text);
    }
  }

  function say(): void {
    const delta = output.take();
    if (delta === "") return;
    statement.say(delta);
    if (/[\p{L}\p{N}]/u.test(delta)) lastMark = "";
    events.push({ type: "text-delta", id: options.textId, delta });
  }

  /** A marker that cites nothing leaves no trace, so what stands on both its sides is screened as one text. */
  function cite(numbers: number[], gap: string): void {
    const known = [...new Set(numbers)].flatMap((number) => options.passages[number - 1] ?? []);
    if (known.length === 0) return;
    say();
    const claim = statement.claim(plain.held());
    if (claim === undefined) return;
    const supported = judge === undefined ? known : supporting(judge, claim, known);
    for (const passage of known) if (!supported.includes(passage)) list.refuse(passage, claim);
    for (const [index, passage] of supported.entries()) {
      write(list.add(passage, claim), index === 0 ? gap : "");
    }
    statement.cite();
  }

  function write({ citation, source }: Added, gap: string): void {
    const mark = `[${citation.n}]`;
    if (lastMark === mark) return;
    plain.settle("other");
    output.write(`${gap}${mark}`);
    say();
    lastMark = mark;
    events.push(...source);
  }

  function taken(): AnswerEvent[] {
    say();
    return events.splice(0);
  }

  return {
    push(delta) {
      const text = clean(delta);
      for (let at = 0; at < text.length; at += portion) lexer.push(text.slice(at, at + portion));
      return taken();
    },
    end() {
      lexer.end();
      plain.settle("line");
      return taken();
    },
    citations: list.citations,
    text: output.text,
    supportedCount: list.supportedCount,
  };
}

/** Several passages may share a statement: each stands for a part, as long as one stands for its last sentence. */
function supporting(judge: Judge, claim: string, passages: Passage[]): Passage[] {
  const verdicts = passages.map((passage) => judge(claim, passage));
  if (!verdicts.includes("whole")) return [];
  return passages.filter((_, index) => verdicts[index] !== "none");
}
