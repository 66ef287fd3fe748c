import { hole } from "./mark-holes.ts";
import { outsideCode } from "./outside-code.ts";

/** A line of prose without signs that a site turns into pictures, keys, marks or nothing. */
export function tidyLine(line: string): string {
  return outsideCode(line, (prose) =>
    signs.reduce((text, [sign, shown]) => text.replace(sign, shown), prose),
  );
}

const attribute = String.raw`(?:[.#][\w:.-]{1,80}|[A-Za-z][\w:-]{0,40}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s{}"']{1,80})|data-[\w-]{1,40})`;
const signs: [RegExp, string][] = [
  [/&(?:nbsp|#160|#xa0);/gi, " "],
  [/&(?:quot|#34);/g, '"'],
  [/&(?:apos|#39|#x27);/gi, "'"],
  [/&(?:lt|#60);/g, "\\<"],
  [/&(?:gt|#62);/g, ">"],
  [/&#123;/g, "{"],
  [/&#125;/g, "}"],
  [/&amp;/g, "&"],
  [/(?<![\w:]):(?=[\w+-]{0,59}[a-z])[\w+-]{1,60}:(?![\w:])/g, ""],
  [new RegExp(String.raw`[ \t]?\{:?[ \t]{0,3}(?:${attribute}[ \t]{0,3}){1,8}\}`, "g"), ""],
  [/\[\^[^\][\s]{1,60}\]/g, ""],
  [/\{\*[^\n*]{0,300}\*\}/g, ""],
  [/(?<![A-Za-z0-9\])\\])\[([^\][\n]{1,200})\](?:\[[^\][\n]{0,200}\])/g, "$1"],
  [/(?<![A-Za-z0-9\])\\!])\[(?=[^\][\n]{0,200}[\p{L}])([^\][\n]{2,200})\](?![[(])/gu, "$1"],
  [/\+\+([a-z0-9-]{1,30}(?:\+[a-z0-9-]{1,30}){0,4})\+\+/g, "$1"],
  [/(?<![=!<>\w])==(?=[^\s=])([^=\n]{1,300})==(?![=\w])/g, "$1"],
  [/\\([:.(){},;=~/%$&'"!@^])/g, "$1"],
  [/(?<=\S[ \t]{0,2})\\([#>+-])/g, "$1"],
  [/\{\{[<%][^\n]{0,500}$/g, ""],
  // "Released in , the last one" has lost a word on the way.
  [
    /\b(in|at|to|from|of|is|are|the|by|with|on|for|and|or|an?|than|as|since|until)[ \t]{1,9}(?=[,.;](?:\s|$))/gi,
    `$1 ${hole}`,
  ],
  [/(?<=[\p{L}\p{N})*_])[ \t]{1,9}(?=[,.;](?:\s|$))/gu, ""],
];
