import type { Database } from "../../store/database.ts";
import { type PassageText, passageTexts } from "../../store/docs/passages.ts";
import type { Passage } from "../hit.ts";
import type { ProjectIndex } from "./project-index.ts";

export type ReadTexts = (passageIds: string[]) => Promise<Map<string, PassageText>>;

/** The passages of some slots with their pages; one whose text is gone from the store is left out. */
export async function readPassages(
  db: Database,
  index: ProjectIndex,
  slots: number[],
): Promise<{ slot: number; passage: Passage }[]> {
  const texts = await passageTexts(
    db,
    slots.map((slot) => index.passageIds[slot] ?? ""),
  );
  return slots.flatMap((slot) => {
    const text = texts.get(index.passageIds[slot] ?? "");
    const page = index.pages[index.pageOf[slot] ?? 0];
    if (text === undefined || page === undefined) return [];
    const { path, title, description, metadata, address, baseUrl, section } = page;
    return [
      { slot, passage: { ...text, path, title, description, metadata, address, baseUrl, section } },
    ];
  });
}
