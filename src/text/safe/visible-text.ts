import { oneLine } from "../markdown-writing.ts";

/** Without control characters, which forge a line in a terminal and end a commit message, and without what hides or turns text round. */
export function visibleText(text: string): string {
  // Made whole first: halves of a character that stand around a hidden one would meet and be a hidden one again.
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(hidden, "");
}

/** The visible text on one line. */
export function visibleLine(text: string): string {
  return oneLine(visibleText(text));
}

/** Persian, the scripts of India and emoji need joiners, and emoji one variation mark, where they join something. */
const joins =
  "[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Inherited}\\p{Script=Common}\\p{DI}]]";
const emoji = "[[\\p{Emoji}\\p{Extended_Pictographic}]--[0-9#*]]";
const hidden = new RegExp(
  [
    "[\\p{Cc}--[\\n\\t]]",
    "\\p{Bidi_Control}",
    "[\\ufff9-\\ufffb]",
    `(?:(?<=${joins})[\\u200c\\u200d](?!${joins})|(?<!${joins}|${emoji}|\\ufe0f)[\\u200c\\u200d])`,
    `(?<=${emoji}|\\ufe0f)\\u200c`,
    `(?<=${emoji}|\\ufe0f)\\u200d(?!${emoji})`,
    "(?<![\\p{Emoji}\\p{Extended_Pictographic}])\\ufe0f",
    "[\\p{DI}--[\\u200c\\u200d\\ufe0f]]",
  ].join("|"),
  "gv",
);
