import { scanPage } from "../docs/page/scan-page.ts";
import type { HostComment } from "../forge/hosts/forge-host.ts";
import { commentRequest } from "../text/comment-request.ts";
import { visibleLine, visibleText } from "../text/safe/visible-text.ts";

const longestBody = 8_000;
const longestName = 200;

/**
 * What a comment asks the agent for, as a message of its session: quoted, with its place. Undefined where no line of it
 * begins with the mention: one in code, or where no reader sees it, is none. What a Docent wrote is never an instruction
 * to itself or to another.
 */
export function instructionOf(
  { body, author, place }: Pick<HostComment, "body" | "author" | "place">,
  { mention, number }: { mention: string; number: number },
): string | undefined {
  if (ownMark.test(body)) return undefined;
  const { lines, spoken } = linesOf(body.slice(0, longestBody));
  const at = spoken.findIndex((line) => restAfter(line, mention) !== undefined);
  if (at < 0) return undefined;
  const asked = [restAfter(lines[at] ?? "", mention) ?? "", ...lines.slice(at + 1)];
  const text = visibleText(asked.join("\n")).trim();
  if (text === "") return undefined;
  const where = place
    ? `, about line ${place.line} of "${visibleLine(place.path).slice(0, longestName)}"${place.side === "old" ? " as it was before" : ""}`
    : "";
  const who = visibleLine(author).slice(0, longestName);
  return commentRequest({ who, number, where, text });
}

const ownMark = /<!-- ?docent:/;

/** What readers see, and the same with blanks where it is code. */
function linesOf(body: string): { lines: string[]; spoken: string[] } {
  let [shown, spoken] = ["", ""];
  for (const { kind, start, end } of scanPage(body, "md").regions) {
    const piece = body.slice(start, end);
    if (kind === "markup" && piece.startsWith("<!--")) continue;
    shown += piece;
    spoken += kind === "code" ? piece.replace(/[^\n]/g, " ") : piece;
  }
  return { lines: shown.split("\n"), spoken: spoken.split("\n") };
}

/** What follows the mention at the beginning of a line. */
function restAfter(line: string, mention: string): string | undefined {
  const text = line.trimStart();
  if (text.slice(0, mention.length).toLowerCase() !== mention.toLowerCase()) return undefined;
  const rest = text.slice(mention.length);
  return /^[\w-]/.test(rest) ? undefined : rest.replace(/^[\s,:]+/, "");
}
