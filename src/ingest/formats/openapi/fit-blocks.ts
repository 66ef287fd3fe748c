const maxCharacters = 60_000;

/** A page of bounded length: lists end earlier, other blocks that do not fit are left out. */
export function fitBlocks(
  frontMatter: string,
  blocks: string[],
): { content: string; isCut: boolean } {
  const kept = [frontMatter];
  let left = maxCharacters - frontMatter.length;
  let isCut = false;
  for (const block of blocks) {
    if (block.trim() === "") continue;
    const piece = block.length + 2 <= left ? block : shortened(block, left - 2);
    if (piece !== block) isCut = true;
    if (piece === "") continue;
    kept.push(piece);
    left -= piece.length + 2;
  }
  return { content: `${kept.join("\n\n")}\n`, isCut };
}

function shortened(block: string, room: number): string {
  if (!block.startsWith("- ") || room < 200) return "";
  return block.slice(0, block.lastIndexOf("\n", room)).trimEnd();
}
