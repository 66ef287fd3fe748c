import { lineCounter } from "../../values/line-counter.ts";
import { blankedEnds } from "../line-ends.ts";
import { dedent, type Line, lineAt, readLine } from "../lines.ts";
import type { PageFormat } from "../page-format.ts";
import type { PageProblem } from "../parsed-page.ts";
import { stripInline } from "./strip-inline.ts";
import { directiveTitle, type LineMark, readLineMark, stripDirective } from "./strip-line.ts";
import { addProblem, emit, emitLine, emitNewlines, type Pass, passOver } from "./strip-pass.ts";

/**
 * The page as plain Markdown with every line in its place: tags become transparent, comments, scripts and MDX
 * statements disappear, code is left as it is. Nothing in the page is ever run.
 */
export function stripMarkup(
  source: string,
  format: PageFormat,
): { text: string; problems: PageProblem[] } {
  const pass = passOver(blankedEnds(source), format);
  while (pass.at < source.length) stripLine(pass);
  for (const fence of pass.fences) {
    const what = pass.directives.includes(fence) ? "directive" : "code block";
    if (!fence.isClosed) addProblem(pass, `The ${what} is not closed.`, fence.start);
  }
  const lineOf = lineCounter(pass.problems.length > 0 ? source : "");
  const problems = pass.problems.map(({ at, message }) => ({ line: lineOf(at), message }));
  return { text: pass.output.join(""), problems };
}

function stripLine(pass: Pass): void {
  const follows = pass.isAfterText;
  const line = readLine(pass);
  if (line.kind === "text") {
    if (!stripDirective(pass, line.text)) {
      stripText(pass, line.text, readLineMark(pass, line.text, follows));
    }
    pass.isAfterText &&= pass.lastLineHasText;
    return;
  }
  if (line.kind === "fence" && !line.isSilent) copyLines(pass, line.end);
  else if (line.kind === "highlight") copyHighlighted(pass, line);
  else if (line.kind === "directive") {
    emitLine(pass, directiveTitle(line.fence.info));
    pass.isAfterText = pass.lastLineHasText;
  } else if (line.kind === "code" || line.kind === "long") emitLine(pass, line.text);
  else {
    emitNewlines(pass, pass.at, line.end);
    pass.at = line.end;
  }
}

/** Code stands as far in as the container it is in. */
function copyLines(pass: Pass, end: number): void {
  while (pass.at < end) emitLine(pass, dedent(pass, lineAt(pass.text, pass.at)));
}

function copyHighlighted(pass: Pass, line: Extract<Line, { kind: "highlight" }>): void {
  emitLine(pass, `\`\`\`\`\`${line.language}`);
  while (pass.at < line.body.end) emitLine(pass, lineAt(pass.text, pass.at));
  emitLine(pass, "`````");
}

function stripText(pass: Pass, line: string, mark: LineMark | undefined): void {
  if (mark?.kind === "line") {
    emitLine(pass, mark.line);
    return;
  }
  const content = mark?.rest ?? line.trimStart();
  const indent = line.length - line.trimStart().length;
  emit(pass, mark?.before ?? line.slice(0, indent));
  pass.at += lineAt(pass.text, pass.at).length - content.length;
  pass.contentStart = pass.at;
  stripInline(pass, indent);
}
