import type { Citation } from "../contract/answer-events.ts";
import type { GateQuestion, SideAnswer } from "../contract/gate.ts";
import { plainAddress } from "../docs/tree/address.ts";

/** What an answer lacks of what its question's set asks for, each as a sentence. */
export function unmetExpectations(question: GateQuestion, answer: SideAnswer): string[] {
  const { pages, words, unanswered } = question;
  if (unanswered) {
    const isRefused = answer.outcome !== "answered";
    return isRefused ? [] : [`It must not be answered, and is answered${fromPages(answer)}.`];
  }
  if (pages.length + words.length === 0) return [];
  if (answer.outcome === "declined") return ["It is not answered."];
  const cited = supportedOf(answer);
  const isCited =
    pages.length === 0 || pages.some((page) => cited.some((one) => isPage(page, one)));
  const missing = words.filter((word) => !hasWord(answer.text, word));
  return [
    ...(isCited ? [] : [`It does not cite ${pages.join(" or ")}${insteadOf(answer)}.`]),
    ...(missing.length === 0 ? [] : [`The answer lacks ${missing.map(quoted).join(", ")}.`]),
  ];
}

export function hasExpectation({ pages, words, unanswered }: GateQuestion): boolean {
  return unanswered || pages.length + words.length > 0;
}

export function supportedOf({ citations }: SideAnswer): Citation[] {
  return citations.filter(({ supported }) => supported);
}

/** A page is named by its path, with or without its ending or the folder of the docs before it, or by its address. */
export function isPage(named: string, { path, url }: Pick<Citation, "path" | "url">): boolean {
  const wanted = plainName(named);
  return (
    endsInParts(wanted, plainName(path)) ||
    endsInParts(plainName(path), wanted) ||
    isAddress(named, url)
  );
}

function plainName(name: string): string {
  const [path = ""] = name.split(/[?#]/, 1);
  return plainAddress(path.startsWith("./") ? path.slice(1) : path);
}

function endsInParts(long: string, end: string): boolean {
  return long === end || (end !== "" && long.endsWith(`/${end}`));
}

function isAddress(named: string, url: string): boolean {
  const address = URL.parse(named, url);
  const cited = URL.parse(url);
  if (!address || !cited || address.origin !== cited.origin) return false;
  return partsOf(address) === partsOf(cited);
}

/** However many slashes stand around it. */
function partsOf({ pathname }: URL): string {
  return pathname.split("/").filter(Boolean).join("/");
}

/** Whole words in any case; what stands between them does not matter. */
function hasWord(text: string, word: string): boolean {
  const plain = (some: string) => some.toLowerCase().replace(/\s+/g, " ").trim();
  const [answer, wanted] = [plain(text), plain(word)];
  for (let at = answer.indexOf(wanted); at >= 0; at = answer.indexOf(wanted, at + 1)) {
    if (isEdge(answer, at) && isEdge(answer, at + wanted.length)) return true;
  }
  return false;
}

function isEdge(text: string, at: number): boolean {
  return !/^[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(at - 1, 0), at + 1));
}

function fromPages(answer: SideAnswer): string {
  const [first] = supportedOf(answer);
  return first === undefined ? "" : ` from ${first.path}`;
}

function insteadOf(answer: SideAnswer): string {
  const paths = [...new Set(supportedOf(answer).map(({ path }) => path))].slice(0, 3);
  return paths.length === 0 ? "" : ` but ${paths.join(", ")}`;
}

function quoted(word: string): string {
  return `"${word}"`;
}
