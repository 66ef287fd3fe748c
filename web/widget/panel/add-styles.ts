import answer from "../styles/answer.css?inline";
import base from "../styles/base.css?inline";
import composer from "../styles/composer.css?inline";
import frame from "../styles/frame.css?inline";

let sheet: CSSStyleSheet | undefined;

/** Adopted, not inserted: a page's policy on inline styles says nothing about it, and nothing of it reaches the page. */
export function addStyles(root: ShadowRoot): () => void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([base, frame, composer, answer].join("\n"));
  }
  const own = sheet;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, own];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== own);
  };
}
