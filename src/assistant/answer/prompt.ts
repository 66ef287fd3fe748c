import { readFileSync } from "node:fs";
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ContextItem } from "../../contract/assistant.ts";
import type { Passage } from "../../search/hit.ts";
import type { Turn } from "../ask/open-turn.ts";
import { shownPassage } from "../tools/numbered-passages.ts";

const instructions = readFileSync(new URL("./prompt.md", import.meta.url), "utf8");

/** Everything that is not ours travels as JSON in user text, so that no page or reader can speak as the system. */
export function buildPrompt(
  turn: Turn,
  passages: readonly Passage[],
  context: ContextItem[],
): LanguageModelV4Prompt {
  const material = {
    passages: passages.map((passage, index) => shownPassage(index + 1, passage)),
    context: context.map(({ type, value, path }) => ({ type, value, path })),
  };
  const history = turn.history
    .filter(({ text }) => text !== "")
    .map(({ role, text }) => ({ role, content: [{ type: "text" as const, text }] }));
  const question = `Material (JSON):\n${JSON.stringify(material)}\n\nQuestion:\n${turn.question}`;
  return [
    { role: "system", content: instructions },
    ...history,
    { role: "user", content: [{ type: "text", text: question }] },
  ];
}
