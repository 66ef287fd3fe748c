import type { LanguageModelV4 } from "@ai-sdk/provider";
import { scriptedModel } from "../../test/scripted-model.ts";

export type Pace = {
  tokens: number;
  firstTokenMs: number;
  pauseMs: number;
  /** Without code: inline code is handed on as a whole, so a reader waits for as many pieces as it has, however quick the server is. */
  isProse?: boolean;
};

export const question = "How do I rotate a key without downtime?";

/** Sentences of the passage that the question finds first, so that their markers can be confirmed. */
const sentences = [
  "To rotate a key without downtime, let the old and the new key work side by side for a while [1].",
  "Run `npx docent keys create` with the same domain, kind and origins [1].",
  "Deploy your site or script with the new key [1].",
  "Both keys work meanwhile [1].",
  "Check its last use with `npx docent keys list`, then run `npx docent keys revoke` with its id [1].",
];

const prose = sentences.filter((sentence) => !sentence.includes("`"));

/** The model that both servers have: it says so many tokens at this pace, whatever it is asked. */
export function pacedModel({ tokens, firstTokenMs, pauseMs, isProse }: Pace): LanguageModelV4 {
  return scriptedModel({
    pieces: scriptedTokens(tokens, isProse ? prose : sentences),
    firstPieceAfterMs: firstTokenMs,
    pauseMs,
  });
}

/** Words and halves of long words, as a model's tokens are. */
export function scriptedTokens(count: number, said = sentences): string[] {
  const tokens: string[] = [];
  for (let place = 0; tokens.length < count; place += 1) {
    const sentence = said[place % said.length] ?? "";
    const paragraph = place > 0 && place % said.length === 0 ? "\n\n" : "";
    const lead = place > 0 && paragraph === "" ? " " : paragraph;
    tokens.push(...(`${lead}${sentence}`.match(/\s*\S{1,6}/g) ?? []));
  }
  return tokens.slice(0, count);
}
