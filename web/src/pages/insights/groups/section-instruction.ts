/** What a person adds to the docs where no language model writes. */
export type AddedText = { path: string; isNewPage: boolean; heading: string; text: string };

/** The sentence that the embedded model carries out to the letter. */
export function sectionInstruction({ path, isNewPage, heading, text }: AddedText): string {
  const name = heading
    .replace(/["“”]+/g, "'")
    .replace(/\s+/g, " ")
    .trim();
  const where = path.replace(/\s+/g, " ").trim();
  const what = isNewPage
    ? `Add a page ${where} called "${name}"`
    : `Add a section "${name}" to ${where}`;
  return `${what} with this text:\n\n${text.trim()}`;
}
