import type { Overlay } from "../../git/overlay/overlay.ts";
import { visibleText } from "../../text/safe/visible-text.ts";
import { guidancePaths, templatePath } from "./guidance-paths.ts";

export type GuidanceFile = { path: string; text: string };

/** What a repository says about how its docs are written and how changes are proposed. */
export type Guidance = { files: GuidanceFile[]; template?: GuidanceFile };

export const noGuidance: Guidance = { files: [] };

const mostFiles = 12;
const longestFile = 12_000;
const longestTemplate = 6_000;
const longestTotal = 36_000;
/** A piece shorter than this says nothing. */
const shortestPiece = 500;

/**
 * Reads the guidance of a repository. The overlay has to be that of its default branch: what a job edits, or a branch
 * that nobody has agreed to, must not be able to direct it.
 */
export async function readGuidance(overlay: Overlay, docsFolder: string): Promise<Guidance> {
  const paths = overlay.list().flatMap((file) => (file.readable ? [file.path] : []));
  const wanted = guidancePaths(paths, docsFolder).slice(0, mostFiles);
  const template = templatePath(paths, docsFolder) ?? "";
  const texts = new Map<string, string>();
  for await (const { path, content } of overlay.readEach([...wanted, template])) {
    texts.set(path, visibleText(content.replace(/^\uFEFF/, "")).trim());
  }
  const files = withinTotal(wanted.map((path) => ({ path, text: texts.get(path) ?? "" })));
  const text = texts.get(template) ?? "";
  if (text === "") return { files };
  return { files, template: { path: template, text: cut(template, text, longestTemplate) } };
}

/** As many as fit, the first ones first; of the rest it is said that they are there. Empty and repeated ones are left out. */
function withinTotal(all: GuidanceFile[]): GuidanceFile[] {
  const seen = new Set([""]);
  let left = longestTotal;
  return all.flatMap(({ path, text }) => {
    // Some files only name another one.
    if (seen.has(text) || /^@\S+$/.test(text)) return [];
    seen.add(text);
    const room = Math.min(longestFile, left);
    if (text.length > room && room < shortestPiece) {
      return [
        { path, text: `(Left out: read it with read_file ${path} if it concerns your task.)` },
      ];
    }
    const shown = cut(path, text, room);
    left -= Math.min(text.length, room);
    return [{ path, text: shown }];
  });
}

/** The beginning of a text, up to the end of a line, and how to read on. */
function cut(path: string, text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf("\n", longest);
  const shown = text.slice(0, end > 0 ? end : longest).toWellFormed();
  const line = shown.split("\n").length + (end > 0 ? 1 : 0);
  const left = text.length - shown.length;
  return `${shown}\n(Cut here, ${left} characters are left: read_file ${path} from line ${line} on.)`;
}
