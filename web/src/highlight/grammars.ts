import type { CodeKind } from "./code-token.ts";
import type { Grammar } from "./grammar.ts";

const keywords = new Set(
  (
    "as async await break case catch class const continue default do else export extends false " +
    "finally for from function if import in instanceof interface let new null of return satisfies " +
    "static super switch this throw true try type typeof undefined var void while yield"
  ).split(" "),
);

const doubleQuoted = /"(?:[^"\\]|\\.)*"?/y;
const singleQuoted = /'(?:[^'\\]|\\.)*'?/y;

export const script: Grammar = {
  start: [
    { match: /\/\/.*/y, kind: "comment" },
    { match: /\/\*/y, kind: "comment", to: "comment" },
    { match: doubleQuoted, kind: "string" },
    { match: singleQuoted, kind: "string" },
    { match: /`/y, kind: "string", to: "template" },
    { match: /[A-Za-z_$][\w$]*/y, kind: wordKind },
    { match: /\d[\w.]*/y, kind: "number" },
    { match: /[{}()[\];,.<>=+\-*/!&|?:]+?/y, kind: "punctuation" },
  ],
  comment: [
    { match: /\*\//y, kind: "comment", to: "start" },
    { match: /(?:[^*]|\*(?!\/))+/y, kind: "comment" },
  ],
  template: [
    { match: /`/y, kind: "string", to: "start" },
    { match: /\$\{[^{}`]*\}/y, kind: "" },
    { match: /(?:[^`\\$]|\\.)+/y, kind: "string" },
    { match: /[\\$]/y, kind: "string" },
  ],
};

export const json: Grammar = {
  start: [
    { match: /"(?:[^"\\]|\\.)*"(?=\s{0,8}:)/y, kind: "property" },
    { match: doubleQuoted, kind: "string" },
    { match: /-?\d[\d.eE+-]*/y, kind: "number" },
    { match: /[a-z]+/y, kind: (text) => (keywords.has(text) ? "keyword" : "") },
    { match: /\/\/.*/y, kind: "comment" },
    { match: /[{}[\],:]/y, kind: "punctuation" },
  ],
};

export const yaml: Grammar = {
  start: [
    { match: /(?<![^\s])#.*/y, kind: "comment" },
    { match: /(?<![^\s{,])[\w./-]+(?=:(?:\s|$))/y, kind: "property" },
    { match: doubleQuoted, kind: "string" },
    { match: /(?<![^\s[,:])'(?:[^'])*'?/y, kind: "string" },
    { match: /(?<![^\s[,])(?:true|false|null|-?\d[\d.]*)(?![^\s,\]])/y, kind: "number" },
    { match: /(?<!\S)(?:---|\.\.\.|- )/y, kind: "punctuation" },
    { match: /[\w./-]+/y, kind: "" },
  ],
};

/** What stands inside a line of Markdown; its blocks are told apart line by line. */
export const inlineMarkdown: Grammar = {
  start: [
    { match: /`[^`]+`/y, kind: "string" },
    { match: /<!--.*/y, kind: "comment" },
    { match: /<\/?[A-Za-z][^<>]*>?/y, kind: "tag" },
    { match: /!?\[[^[\]]*\](?=\()/y, kind: "link" },
    { match: /(?<=\])\([^()\s]*\)/y, kind: "comment" },
    { match: /\*\*[^*]+\*\*/y, kind: "strong" },
    { match: /(?<!\w)__[^_]+__(?!\w)/y, kind: "strong" },
    { match: /[\w ]+/y, kind: "" },
  ],
};

function wordKind(text: string): CodeKind {
  if (keywords.has(text)) return "keyword";
  return /^[A-Z]/.test(text) ? "name" : "";
}
