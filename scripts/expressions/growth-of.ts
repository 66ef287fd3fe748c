import { check } from "recheck";
import { armsOf, type Part, partsOf, type Simpler } from "./expression-parts.ts";
import { endsWithLoop, loopsIn } from "./loops-in.ts";
import { simplerExpression } from "./simpler-expression.ts";

/** How the time of a regular expression grows with the text, at worst. */
export type Growth = "linear" | { reason: string };
type Arm = { parts: Part[]; flags: string };

/** Two repetitions that go this far multiply to what a reader waits for. */
const LONG = 60;
const ENDLESS = Number.POSITIVE_INFINITY;
const UNKNOWN = -1;
const LONGEST_CHECK_MS = 300_000;
/** Two long repetitions are a matter of how much, so a checker that takes this long about them may leave it. */
const LONGEST_SECOND_CHECK_MS = 30_000;

/**
 * An automaton decides, which is exact and the same on every machine. It knows no places that only look around: the
 * expression is then read without them, with them as text, and as failing there, and has to be linear in all three.
 */
export async function growthOf(source: string, flags: string): Promise<Growth> {
  for (const arm of armsIn(source, flags)) {
    const growth = await armGrowth(arm);
    if (growth !== "linear") return growth;
  }
  return "linear";
}

/** Whether such an expression needs the checker: what every text that is long can make slow has two loops, or one at any place. */
export function mayGrow(source: string, flags: string): boolean {
  return armsIn(source, flags).some((arm) => mayLoop(arm) || mayMultiply(arm));
}

function armsIn(source: string, flags: string): Arm[] {
  // Small letters alone, where capital ones count as those, keep the automaton small.
  const parts = flags.includes("i") ? partsOf(source).map(inSmallLetters) : partsOf(source);
  const known = flags.replace("v", "u").replace(/[di]/g, "");
  const arms = Map.groupBy(armsOf(parts), (arm) => arm.map(({ text }) => text).join(""));
  return [...arms.values()].flatMap(([arm = []]) => ({ parts: arm, flags: known }));
}

function inSmallLetters(part: Part): Part {
  if (part.kind !== "other" || /^\\[pP]/.test(part.text)) return part;
  const text = part.text.replace(/\\.|[A-Z]/g, (sign) =>
    sign.length > 1 ? sign : sign.toLowerCase(),
  );
  return { ...part, text };
}

async function armGrowth(arm: Arm): Promise<Growth> {
  const arounds = looksAround(arm.parts)
    ? (["gone", "read", "failing"] as const)
    : (["gone"] as const);
  for (const around of mayLoop(arm) ? arounds : []) {
    const { growth } = await ask(arm, { endless: ENDLESS, around });
    if (growth !== "linear") return growth;
  }
  if (!mayMultiply(arm)) return "linear";
  const { growth, degree } = await ask(arm, { endless: LONG, around: "gone" });
  if (growth === "linear" || degree < 3) return "linear";
  return { reason: `its long repetitions multiply: ${growth.reason}` };
}

/** One loop is gone through once where it is tried at one place alone, and where nothing behind it can fail. */
function mayLoop(arm: Arm): boolean {
  const loops = loopsIn(arm.parts, ENDLESS);
  return loops > 1 || (loops === 1 && !isTriedOnce(arm) && !endsWithLoop(arm.parts, ENDLESS));
}

/** Long repetitions that end count as loops here: of these one at each place may be gone through, and no two of them. */
function mayMultiply(arm: Arm): boolean {
  const loops = loopsIn(arm.parts, LONG);
  return loops > loopsIn(arm.parts, ENDLESS) && loops >= (isTriedOnce(arm) ? 3 : 2);
}

function isTriedOnce({ parts, flags }: Arm): boolean {
  return flags.includes("y") || (parts[0]?.text === "^" && !flags.includes("m"));
}

function looksAround(parts: Part[]): boolean {
  return parts.some(({ kind, text }) => kind === "back" || (kind === "open" && /[=!]$/.test(text)));
}

async function ask(
  { parts, flags }: Arm,
  simpler: Simpler,
): Promise<{ growth: Growth; degree: number }> {
  const source = simplerExpression(parts, simpler);
  const timeout = simpler.endless === ENDLESS ? LONGEST_CHECK_MS : LONGEST_SECOND_CHECK_MS;
  const answer = await check(source, flags, { checker: "automaton", timeout });
  if (answer.status === "safe") return { growth: "linear", degree: 1 };
  if (answer.status === "unknown") {
    return { growth: { reason: `the checker gave up (${answer.error.kind})` }, degree: UNKNOWN };
  }
  const { complexity, attack } = answer;
  const reason = `${complexity.summary} on ${attack.pattern.slice(0, 200)}`;
  const degree = complexity.type === "polynomial" ? complexity.degree : ENDLESS;
  return { growth: { reason }, degree };
}
