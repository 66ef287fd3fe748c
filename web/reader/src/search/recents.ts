import type { PageFacts } from "../facts.ts";
import { readKept, writeKept } from "../kept.ts";

export type Recent = { title: string; url: string };

const most = 5;
const keyOf = ({ domain }: PageFacts) => `docent-recent-${domain}`;

/** What was found and opened here before, the newest first; other pages of the server may have written anything. */
export function readRecents(facts: PageFacts): Recent[] {
  try {
    const read: unknown = JSON.parse(readKept(keyOf(facts)) || "[]");
    const list = Array.isArray(read) ? read.slice(0, most) : [];
    return list.filter((one): one is Recent => isRecent(one, facts));
  } catch {
    return [];
  }
}

export function writeRecent(facts: PageFacts, recent: Recent): void {
  const others = readRecents(facts).filter(({ url }) => url !== recent.url);
  writeKept(keyOf(facts), JSON.stringify([recent, ...others].slice(0, most)));
}

function isRecent(one: unknown, { root }: PageFacts): boolean {
  if (typeof one !== "object" || one === null || !("title" in one) || !("url" in one)) return false;
  const isHere = typeof one.url === "string" && `${one.url}/`.startsWith(`${root}/`);
  return typeof one.title === "string" && isHere;
}
