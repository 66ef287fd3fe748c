import { readCodeSpan } from "../../../docs/page/code-span.ts";

/** Applies `change` to the parts of a text that are not inline code; code spans stay as they are. */
export function outsideCode(text: string, change: (prose: string) => string): string {
  let result = "";
  let proseStart = 0;
  let index = text.indexOf("`");
  while (index !== -1) {
    const { ticksEnd, end } = readCodeSpan(text, index);
    if (end > ticksEnd) {
      result += change(text.slice(proseStart, index)) + text.slice(index, end);
      proseStart = end;
    }
    index = text.indexOf("`", end);
  }
  return result + change(text.slice(proseStart));
}
