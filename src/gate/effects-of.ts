import type { Citation } from "../contract/answer-events.ts";
import {
  type GateEffect,
  type GateQuestion,
  gateEffects,
  type SideAnswer,
} from "../contract/gate.ts";
import { cutText } from "../text/bounded.ts";
import { changedLines } from "./changed-lines.ts";
import type { PageChange, SidePages } from "./side-pages.ts";
import { supportedOf, unmetExpectations } from "./unmet-expectations.ts";

export type Effects = { effects: GateEffect[]; reasons: string[] };

type Found = { effect: GateEffect; reason: string };
type Sides = { before: SideAnswer; after: SideAnswer };

const mostLines = 3;
const longestLine = 160;

/** What a change did to one answer. An effect is said once, with a reason for each page or line that it concerns. */
export async function effectsOf(
  question: GateQuestion,
  sides: Sides,
  pages: SidePages,
): Promise<Effects> {
  const { before, after } = sides;
  if (!wasAsked(before) || !wasAsked(after)) return { effects: [], reasons: [] };
  const found = [
    ...outcomeEffect(sides),
    ...(before.outcome === "answered" ? await restEffects(sides, pages) : []),
    ...(before.outcome === "reserve" ? await nearestEffects(sides, pages) : []),
    ...expectationEffects(question, sides),
  ];
  const effects = gateEffects.filter((effect) => found.some((one) => one.effect === effect));
  const reasons = effects.flatMap((effect) => found.filter((one) => one.effect === effect));
  return { effects, reasons: [...new Set(reasons.map(({ reason }) => reason))] };
}

function wasAsked({ outcome }: SideAnswer): boolean {
  return outcome !== "failed" && outcome !== "not-asked";
}

function outcomeEffect({ before, after }: Sides): Found[] {
  const [was, is] = [before.outcome === "answered", after.outcome === "answered"];
  if (was === is) return [];
  const from = (answer: SideAnswer) => {
    const paths = [...new Set(supportedOf(answer).map(({ path }) => path))];
    return paths.length === 0 ? "" : ` from ${paths.slice(0, 3).join(", ")}`;
  };
  if (is) return [{ effect: "gained", reason: `It is answered now${from(after)}.` }];
  const now = after.outcome === "reserve" ? "only with reserve" : "not at all";
  return [{ effect: "lost", reason: `It was answered${from(before)}, and now ${now}.` }];
}

/** What became of the pages and lines that the answer rested on. */
async function restEffects(sides: Sides, pages: SidePages): Promise<Found[]> {
  const { before, after } = sides;
  const cited = supportedOf(before);
  const paths = [...new Set(cited.map(({ path }) => path))];
  const changes = new Map<string, PageChange>();
  for (const path of paths) changes.set(path, await pages.of(path));
  const ofPages = paths.flatMap((path) => pageEffect(path, changes.get(path)));
  if (after.outcome !== "answered") return ofPages;
  const other = otherPage(paths, changes, after);
  if (other !== undefined) return [...ofPages, other];
  return [...ofPages, ...lineEffects(cited, before.text, changes)];
}

/**
 * An answer with reserve shows what comes nearest: the reader is worse off when just that is gone or says something else.
 * Which page comes nearest may change with any edit, and means little.
 */
async function nearestEffects({ before, after }: Sides, pages: SidePages): Promise<Found[]> {
  const [nearest] = supportedOf(before);
  if (nearest === undefined || after.outcome === "answered") return [];
  const change = await pages.of(nearest.path);
  const ofPage = pageEffect(nearest.path, change);
  const changes = new Map([[nearest.path, change]]);
  const found = ofPage.length > 0 ? ofPage : lineEffects([nearest], before.text, changes);
  return found.map(({ effect, reason }) => ({
    effect,
    reason: `Answered with reserve: ${reason.replace(/^It /, "it ")}`,
  }));
}

function pageEffect(path: string, change: PageChange | undefined): Found[] {
  if (change?.kind === "deleted")
    return [{ effect: "deleted-page", reason: `It rested on ${path}, which is deleted.` }];
  if (change?.kind === "hidden") {
    const how = change.isUnlisted ? "the navigation no longer lists" : "readers no longer see";
    return [{ effect: "hidden-page", reason: `It rested on ${path}, which ${how}.` }];
  }
  if (change?.kind !== "moved") return [];
  const reason =
    change.to === path
      ? `It rests on ${path}, whose address is now /${change.address}.`
      : `It rested on ${path}, which moved to ${change.to}.`;
  return [{ effect: "other-page", reason }];
}

/** Only where the page that the answer rested on first is not cited any more. */
function otherPage(
  [first]: string[],
  changes: Map<string, PageChange>,
  after: SideAnswer,
): Found | undefined {
  if (first === undefined) return undefined;
  const change = changes.get(first);
  const now = change?.kind === "moved" ? change.to : first;
  const cited = [...new Set(supportedOf(after).map(({ path }) => path))];
  if (cited.length === 0 || cited.includes(now)) return undefined;
  return {
    effect: "other-page",
    reason: `It cites ${cited.slice(0, 3).join(", ")} instead of ${first}.`,
  };
}

function lineEffects(cited: Citation[], answer: string, changes: Map<string, PageChange>): Found[] {
  const found = cited.flatMap((citation): Found[] => {
    const change = changes.get(citation.path);
    if (change === undefined || change.kind === "deleted") return [];
    return changedLines(citation, answer, change.text).map(({ before, after }) => {
      const now = after === "" ? "is gone" : `now says "${shown(after)}"`;
      const place = `${citation.path}:${citation.startLine}`;
      return { effect: "lines-changed", reason: `${place} "${shown(before)}" ${now}.` };
    });
  });
  return found.slice(0, mostLines);
}

function shown(text: string): string {
  return cutText(text.replace(/\s+/g, " "), longestLine);
}

function expectationEffects(question: GateQuestion, { before, after }: Sides): Found[] {
  const unmet = unmetExpectations(question, after);
  if (unmet.length === 0) return [];
  const wasUnmet = unmetExpectations(question, before).length > 0;
  return unmet.map((reason) => ({
    effect: "not-expected",
    reason: wasUnmet ? `${reason} It was no better before.` : reason,
  }));
}
