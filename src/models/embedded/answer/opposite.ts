import { once } from "../../../lib/once.ts";
import { stemWord } from "../../../text/stem/stem-word.ts";
import { tokenise } from "../../../text/tokenise.ts";

const pairs: [string, string][] = [
  ["enable activate", "disable deactivate"],
  ["add append", "remove delete"],
  ["create", "delete destroy"],
  ["install", "uninstall"],
  ["allow permit", "deny forbid block prevent prohibit disallow"],
  ["start launch", "stop halt"],
  ["show display reveal", "hide"],
  ["open", "close"],
  ["include", "exclude"],
  ["lock", "unlock"],
  ["mount", "unmount"],
  ["attach", "detach"],
  ["pause suspend", "resume"],
  ["increase raise", "decrease reduce lower limit"],
  ["maximum max", "minimum min"],
  ["upgrade", "downgrade"],
  ["expand", "collapse"],
  ["subscribe", "unsubscribe"],
  ["encrypt", "decrypt"],
  ["import", "export"],
  ["connect", "disconnect"],
];

const off = /\b(?:turn|switch|opt|shut)(?:ing|ed|s)?(?: \w{1,30}){0,3} (?:off|out|down)\b/i;
const on = /\b(?:turn|switch|opt)(?:ing|ed|s)?(?: \w{1,30}){0,3} (?:on|in)\b/i;
const denied = /\b(?:not|never|no|none|false|off|without|cannot|0)\b|n['’]t\b/i;

const reversed = /\b(?:not|never|no|without)\b|n['’]t\b/i;

/** Tells of a text whether it says only the contrary of what the question is about: enabling where it asks how to disable. */
export function oppositeTo(question: string): (text: string) => boolean {
  const asked = sidesOf(question);
  if (asked.length === 0 || reversed.test(question)) return () => false;
  return (text) => {
    const found = new Set(stems(text));
    const isAbout = (side: Side) =>
      side.phrase.test(text) || side.words.some((word) => found.has(word));
    const isContrary = asked.some(({ same, other }) => isAbout(other) && !isAbout(same));
    return isContrary && !denied.test(text);
  };
}

type Side = { words: string[]; phrase: RegExp };

/** Of each pair that the question has one side of, that side and the other. */
function sidesOf(question: string): { same: Side; other: Side }[] {
  const words = new Set(stems(question));
  return sides().flatMap(({ left, right }) => {
    const has = (side: Side) =>
      side.phrase.test(question) || side.words.some((word) => words.has(word));
    if (has(left) === has(right)) return [];
    return [has(left) ? { same: left, other: right } : { same: right, other: left }];
  });
}

const nothing = /(?!)/;

const sides = once(() =>
  pairs.map(([first, second], index) => {
    const isSwitch = index === 0;
    const left: Side = { words: stems(first), phrase: isSwitch ? on : nothing };
    const right: Side = { words: stems(second), phrase: isSwitch ? off : nothing };
    return { left, right };
  }),
);

/** Stop words too: "show" and "open" are what such a question is about. */
function stems(text: string): string[] {
  return tokenise(text).map((token) => stemWord(token, "en"));
}
