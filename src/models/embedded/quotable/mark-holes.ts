import { templateText } from "../../../docs/page/markup/strip-template.ts";
import { readTemplateTag, type TemplateTag } from "../../../docs/page/markup/template-tag.ts";
import { outsideCode } from "./outside-code.ts";

/** Stands in a quotable text where the page shows something that only its site can work out. */
export const hole = "\uFFFC";

const mostTags = 400;

/** Puts a hole in the place of each value that is not known here: `{{ version }}`, `{{< skew >}}`, in MDX `{count}`. */
export function markHoles(line: string, isMdx: boolean): string {
  if (!line.includes("{")) return line;
  return outsideCode(withTexts(line), (prose) => {
    const shown = markTags(prose).replace(/\{\{(?![<%#])[^{}\n]{0,200}\}\}/g, hole);
    if (!isMdx) return shown;
    return shown
      .replace(/\{(["'`])([^{}"'`\n]{0,300})\1\}/g, "$2")
      .replace(/(?<![\w}^$\\])\{[A-Za-z_$][\w$.]{0,80}(?:\([^(){}\n]{0,80}\))?\}/g, hole);
  });
}

/** A shortcode is worked out in code spans too. */
function withTexts(line: string): string {
  return line.replace(/\{\{<[^{}\n]{1,400}>\}\}/g, (written) => {
    const tag = readTemplateTag(written, 0, { left: written.length });
    return (tag && !tag.isClosing && templateText(tag)) || written;
  });
}

/** A tag alone on its line is a container or a picture, and one in a link or an attribute is an address. */
function markTags(prose: string): string {
  if (/^\s{0,99}\{[{%][^\n]{0,2000}[%}]\}\s{0,99}$/.test(prose)) return prose;
  const effort = { left: 20_000 };
  let shown = "";
  let at = 0;
  for (let count = 0; count < mostTags; count += 1) {
    const start = prose.indexOf("{", at);
    if (start === -1) break;
    const tag = readTemplateTag(prose, start, effort);
    const end = tag?.end ?? start + 1;
    const isHole =
      tag !== undefined && !/["'(]$/.test(prose.slice(0, start)) && leavesHole(tag, prose);
    shown += prose.slice(at, start) + (isHole ? hole : prose.slice(start, end));
    at = end;
  }
  return shown + prose.slice(at);
}

function leavesHole(tag: TemplateTag, prose: string): boolean {
  if (tag.isClosing || tag.name === "" || templateText(tag) !== "") return false;
  return (
    !/^(?:raw|if|else|elsif|for|block|comment|include)$/.test(tag.name) && !isClosed(tag, prose)
  );
}

function isClosed({ name, end }: TemplateTag, prose: string): boolean {
  const rest = prose.slice(end, end + 2_000);
  return rest.includes(`/${name}`) || rest.includes(`/ ${name}`) || rest.includes(`end${name}`);
}
