const longest = 1_000;

/** A title or description as one line of Markdown that shows as it is written and cannot end the line, link or list it stands in. */
export function markdownLine(text: string): string {
  return text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, " ")
    .trim()
    .replace(/[\\`*_[\]<>]/g, "\\$&")
    .replace(/^[#+=|~-]/, "\\$&");
}

/** An address as it may stand between the brackets of a Markdown link. */
export function linkTarget(url: string): string {
  return url.replace(/[()<>\s]/g, (character) => `%${hex(character)}`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
}
