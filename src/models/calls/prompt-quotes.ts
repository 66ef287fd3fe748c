import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

const window = 16;

/** Whether words repeat a stretch of what users said: readers' questions are in no log, even where a server repeats them. */
export function promptQuotes(prompt: LanguageModelV4Prompt, words: string): boolean {
  const said = prompt.flatMap((message) => (message.role === "user" ? message.content : []));
  const texts = said.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.some((text) => shareStretch(text, words));
}

/** A short text counts as repeated when it appears as a whole. */
function shareStretch(text: string, words: string): boolean {
  const whole = text.trim();
  if (whole.length < window) return whole.length > 3 && words.includes(whole);
  const stretches = new Set<string>();
  for (let at = 0; at + window <= words.length; at += 1)
    stretches.add(words.slice(at, at + window));
  for (let at = 0; at + window <= text.length; at += 1)
    if (stretches.has(text.slice(at, at + window))) return true;
  return false;
}
