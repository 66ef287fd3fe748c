import { visibleText } from "./visible-text.ts";

/**
 * Plain text of others for a commit: a message is read as it stands, so code marks protect nothing there. It mentions
 * nobody, closes nothing and switches no automation off.
 */
export function commitText(text: string): string {
  const spaced = visibleText(text).replace(/(?<=\S)[^\S\n]+/g, " ");
  return withoutSwitches(brokenClosing(spaced))
    .replace(/(?<![A-Za-z0-9])@(?=[\w.])/g, "@ ")
    .replace(/#(?=\d)/g, "# ");
}

const closing =
  /\b((?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)(?::\s*|\s+)(?:issues?\s+)?[`*_~"'([]{0,4})(?:([\w./-]{0,400})#(?=\d)|(?=https?:|GH-\d))/gi;

/** Some forges look for "Fixes #1" in the raw text, code included. */
export function brokenClosing(text: string): string {
  return text.replace(closing, (_, words: string, place: string | undefined) =>
    place === undefined ? `${words}<` : `${words}${place}# `,
  );
}

/** "[skip ci]" and its like: every service that builds has its own name for itself. */
export function withoutSwitches(text: string): string {
  return text
    .replace(/\[([^[\]]{1,60})\]/g, (whole, words: string) =>
      isSwitch(words) ? `(${words})` : whole,
    )
    .replace(/\*(no_ci)\*/gi, "$1")
    .replace(/\bskip-checks[^\S\n]*:[^\S\n]*/gi, "skip-checks ");
}

function isSwitch(words: string): boolean {
  return /^\s*(?:skip[\s_-]*[\w-]+|[\w-]+[\s_-]*skip|no[\s_-]*(?:ci|actions|checks))\s*$/i.test(
    words,
  );
}
