import type { Effort } from "./script-scan.ts";

/** A tag of a template language: `{% name "x" key="y" %}`, `{{< name >}}`, `{{% name %}}`. */
export type TemplateTag = {
  /** In lower case; "" when the tag does not begin with a word. */
  name: string;
  isClosing: boolean;
  named: Map<string, string>;
  /** Values in quotes that have no name, in order. */
  quoted: string[];
  /** Everything after the name, as written. */
  rest: string;
  end: number;
};

const longestTag = 2000;
const forms = [
  { open: "{{<", close: ">}}" },
  { open: "{{%", close: "%}}" },
  { open: "{%", close: "%}" },
];

/** The tag that begins with the brace at `start`. */
export function readTemplateTag(
  text: string,
  start: number,
  effort: Effort,
): TemplateTag | undefined {
  const form = forms.find(({ open }) => text.startsWith(open, start));
  if (form === undefined || effort.left <= 0) return undefined;
  const inner = text.slice(start + form.open.length, start + longestTag);
  const close = inner.indexOf(form.close);
  if (close === -1) {
    effort.left -= inner.length;
    return undefined;
  }
  const end = start + form.open.length + close + form.close.length;
  return { ...readParts(inner.slice(0, close)), end };
}

function readParts(source: string): Omit<TemplateTag, "end"> {
  const inner = source.replace(/^[-~\s]+|(?<![-~\s/])[-~\s/]+$/g, "");
  const head = /^(\/?)\s{0,9}([\w.:-]{0,80})/.exec(inner);
  const rest = inner.slice(head?.[0].length ?? 0).trim();
  const named = new Map<string, string>();
  const quoted: string[] = [];
  const parts = rest.matchAll(
    /(?:([\w-]{1,60})\s{0,5}[=:]\s{0,5})?(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/g,
  );
  for (const part of parts) {
    const value = part[2] ?? part[3] ?? part[4] ?? "";
    if (part[1] === undefined) quoted.push(value);
    else named.set(part[1].toLowerCase(), value);
  }
  const name = head?.[2]?.toLowerCase() ?? "";
  return { name, isClosing: head?.[1] === "/" || /^end/.test(name), named, quoted, rest };
}
