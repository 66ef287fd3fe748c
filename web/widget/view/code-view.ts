import { highlightLines } from "../../src/highlight/highlight-lines.ts";
import { languageOfName } from "../../src/highlight/language.ts";
import type { Words } from "../languages/words.ts";
import { copyButton } from "./copy-button.ts";
import { h } from "./dom.ts";

/** A code block with its language, coloured, with a button that copies it. */
export function codeView(text: string, info: string, words: Words): HTMLElement {
  const name = info.trim().split(/\s/, 1)[0] ?? "";
  const code = h("code");
  const lines = text.replace(/\n$/, "").split("\n");
  for (const tokens of highlightLines(lines, languageOfName(name), { isFileStart: true })) {
    for (const { text: part, kind } of tokens)
      code.append(kind === "" ? part : h("span", { class: `code-${kind}` }, part));
    code.append("\n");
  }
  return h(
    "figure",
    { class: "code" },
    h(
      "figcaption",
      {},
      h("span", {}, name),
      copyButton(() => text, words.copyCode, words),
    ),
    h("pre", { tabindex: 0, dir: "ltr" }, code),
  );
}
