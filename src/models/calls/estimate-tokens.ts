const charactersPerToken = 3.5;

/** About how many tokens a text is. Its bytes in UTF-8 say it better than its characters where it is not English. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

export function charactersOf(tokens: number): number {
  return Math.floor(tokens * charactersPerToken);
}
