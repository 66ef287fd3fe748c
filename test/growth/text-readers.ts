import { slugger } from "../../src/docs/page/slug.ts";
import { expandIncludes, findIncludes } from "../../src/ingest/includes/includes.ts";
import { readInstruction } from "../../src/models/embedded/editor/instruction/read-instruction.ts";
import { withoutCommentQuotes } from "../../src/text/comment-request.ts";
import { countWords } from "../../src/text/count-words.ts";
import { detectLanguage } from "../../src/text/detect-language.ts";
import { fold } from "../../src/text/fold.ts";
import { escapeMarkdown, fenceAround, oneLine } from "../../src/text/markdown-writing.ts";
import { proseWords } from "../../src/text/prose.ts";
import { commitText } from "../../src/text/safe/commit-text.ts";
import { defuseMarkdown } from "../../src/text/safe/defuse-markdown.ts";
import { visibleText } from "../../src/text/safe/visible-text.ts";
import { sentences } from "../../src/text/sentences.ts";
import { commonSpelling } from "../../src/text/spelling.ts";
import { terms } from "../../src/text/terms.ts";
import { tokenise } from "../../src/text/tokenise.ts";
import { versionNames } from "../../src/text/version-names.ts";
import { page, reader, text } from "./named-reader.ts";

const words = [...text, "markdown"] as const;

/** What reads words: of pages, questions, instructions and models. */
export const textReaders = [
  reader("tokenise", words, tokenise),
  reader("terms", words, (own) => terms(own)),
  reader("sentences", words, sentences),
  reader("detectLanguage", words, (own) => detectLanguage(own)),
  reader("proseWords", words, (own) => proseWords(own, 1_000)),
  reader("countWords", words, countWords),
  reader("fold", words, fold),
  reader("commonSpelling", words, commonSpelling),
  reader("versionNames", words, versionNames),
  reader("visibleText", words, visibleText),
  reader("commitText", words, commitText),
  reader("defuseMarkdown", page, defuseMarkdown),
  reader("markdown writing", words, (own) => [oneLine(own), escapeMarkdown(own), fenceAround(own)]),
  reader("withoutCommentQuotes", words, withoutCommentQuotes),
  reader("slugs", words, (own) => [
    slugger("github")(own),
    slugger("python")(own),
    slugger("mdit-vue")(own),
  ]),
  reader("readInstruction", words, (own) => readInstruction(`Rename “a” to “b”. ${own}`)),
  reader("includes of reStructuredText", [...text, "rst"], (own) =>
    findIncludes({ path: "a.rst", content: own }),
  ),
  reader("includes of AsciiDoc", [...text, "adoc"], (own) =>
    expandIncludes({ path: "a.adoc", content: own }, () => "b\n"),
  ),
];
