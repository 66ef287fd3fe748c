type Letter = { node: Text; at: number };

const letter = /[\p{L}\p{N}]/u;

/**
 * Marks sentences of Markdown where they stand in the text that was drawn from it, by their letters alone: what makes
 * them bold, or a link, is no longer there. The page itself is not changed. Gives what takes the marks away.
 */
export function markSentences(root: Element, sentences: string[], name: string): () => void {
  if (!("highlights" in CSS)) return () => undefined;
  const letters = lettersOf(root);
  const text = letters.map(({ node, at }) => node.data.charAt(at).toLowerCase()).join("");
  const ranges = sentences.flatMap((sentence) => {
    const wanted = plainLetters(sentence);
    const start = wanted === "" ? -1 : text.indexOf(wanted);
    const [first, last] = [letters[start], letters[start + wanted.length - 1]];
    return first && last ? [rangeOf(first, last)] : [];
  });
  CSS.highlights.set(name, new Highlight(...ranges));
  return () => void CSS.highlights.delete(name);
}

/** The letters and digits of a sentence; those of addresses and of markers like [1] are not shown. */
export function plainLetters(sentence: string): string {
  const shown = sentence.replace(/\[\d{1,4}\]/g, "").replace(/\]\([^)\s]{0,2000}\)/g, "]");
  return [...shown.toLowerCase()].filter((sign) => sign.length === 1 && letter.test(sign)).join("");
}

function lettersOf(root: Element): Letter[] {
  const found: Letter[] = [];
  for (const part of root.querySelectorAll(".prose")) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text) || node.parentElement?.closest("sup")) continue;
      for (let at = 0; at < node.data.length; at += 1)
        if (letter.test(node.data.charAt(at))) found.push({ node, at });
    }
  }
  return found;
}

function rangeOf(first: Letter, last: Letter): Range {
  const range = document.createRange();
  range.setStart(first.node, first.at);
  range.setEnd(last.node, last.at + 1);
  return range;
}
