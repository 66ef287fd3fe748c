/** How a language is read for its colours: what its words, strings and comments look like. */
export type CodeGrammar = {
  label: string;
  /** Comments to the end of the line. */
  comments: readonly string[];
  /** Comments and strings that may run over lines: where they begin and end. */
  blocks: readonly { open: string; close: string; kind: "comment" | "string" }[];
  /** Characters around strings of one line. */
  quotes: string;
  keywords: ReadonlySet<string>;
  isCaseless: boolean;
  /** A word before a colon or an equals sign at the start of a line, or in quotes before a colon, is a name. */
  hasKeys: boolean;
  /** Tags of markup. */
  hasTags: boolean;
  /** `$name` and `${name}`. */
  hasVariables: boolean;
  /** The first word of a line is a command, and `-x` an option of it. */
  hasCommands: boolean;
};

export type Facts = Partial<Omit<CodeGrammar, "keywords" | "label">> & { words?: string };

export const cComments = {
  comments: ["//"],
  blocks: [{ open: "/*", close: "*/", kind: "comment" }],
} as const;
export const hashComments = { comments: ["#"] } as const;

export function grammar(label: string, { words = "", ...facts }: Facts): CodeGrammar {
  return {
    label,
    ...{ comments: [], blocks: [], quotes: "\"'", isCaseless: false, hasKeys: false },
    ...{ hasTags: false, hasVariables: false, hasCommands: false },
    ...facts,
    keywords: new Set(words.split(" ")),
  };
}
