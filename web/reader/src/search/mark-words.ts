const mostWords = 12;

/** A text with the words in it that begin as those that were typed. */
export function markWords(text: string, query: string): (string | HTMLElement)[] {
  const parts = splitMarked(text, query);
  return parts.map(({ text: piece, isMarked }) => {
    if (!isMarked) return piece;
    const mark = document.createElement("mark");
    mark.textContent = piece;
    return mark;
  });
}

export function splitMarked(text: string, query: string): { text: string; isMarked: boolean }[] {
  const typed = (query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, mostWords);
  const words = typed.filter((word) => word.length > 1 || typed.length === 1);
  return text.split(/([\p{L}\p{N}_]+)/u).flatMap((piece, place) => {
    if (piece === "") return [];
    const lower = piece.toLowerCase();
    const length =
      place % 2 === 0
        ? 0
        : Math.max(0, ...words.map((word) => (lower.startsWith(word) ? word.length : 0)));
    if (length === 0) return [{ text: piece, isMarked: false }];
    const marked = { text: piece.slice(0, length), isMarked: true };
    return piece.length === length
      ? [marked]
      : [marked, { text: piece.slice(length), isMarked: false }];
  });
}
