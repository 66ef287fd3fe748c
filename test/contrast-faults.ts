import type { Page } from "playwright-core";
import { keepGoodLooks, keptGoodLooks } from "./good-looks.ts";

/** Looks that axe found good, now or before: the colours, backgrounds and sizes of some text. */
const good = keptGoodLooks();

type Found = { faults: string[]; good: string[] };

/** Lets a document know the looks that are good already: thousands, so they are not sent with every question. */
export async function bringGoodLooks(page: Page): Promise<void> {
  const keep = (looks: string[]) => {
    Object.assign(globalThis, { goodLooks: new Set(looks) });
  };
  await page.evaluate(keep, [...good]);
}

/**
 * Text of too little contrast in a part of a page that has axe and the good looks on it. Contrast is a matter of colours
 * and sizes, and measuring it is most of what axe costs: text that looks like one that was found good is not measured again.
 */
export async function contrastFaults(page: Page, within: string): Promise<string[]> {
  const found = await page.evaluate<Found>(`(${measure})(${JSON.stringify(within)})`);
  for (const look of found.good) good.add(look);
  keepGoodLooks(found.good);
  return found.faults;
}

/** Runs in the page. What still changes is brought to its end: one out of sight would never come to it. Text that nobody can see is not measured, nor that of controls that are switched off, of which no contrast is asked. Where axe cannot tell, as of text behind something, the look is not good and measured again elsewhere. */
const measure = `async (within) => {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  const isField = (element) => element.matches("input, select, textarea");
  const hasText = (element) =>
    isField(element)
      ? element.value !== "" || Boolean(element.placeholder)
      : [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  const isSeen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
  };
  const isMeasured = (element) =>
    hasText(element) && element.closest(":disabled, [aria-disabled=true]") === null && isSeen(element);
  const textLook = (element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, textDecorationLine];
  };
  const nameOf = (look) => {
    let [low, high] = [0x9dc5, 0x811c];
    for (const character of look) {
      low = Math.imul(low ^ character.charCodeAt(0), 0x01000193);
      high = Math.imul(high ^ character.charCodeAt(0), 0x5bd1e995) ^ (low >>> 15);
    }
    return (low >>> 0).toString(36) + "-" + (high >>> 0).toString(36);
  };
  const grounds = new Map();
  const groundOf = (element) => {
    if (element === null) return "";
    if (!grounds.has(element)) {
      const { opacity, filter, backgroundImage, backgroundColor } = getComputedStyle(element);
      const look = [opacity, filter, backgroundImage, backgroundColor].join(" ");
      const own = look === "1 none none rgba(0, 0, 0, 0)" ? "" : look + " ";
      const isOpaque = !/^rgba|[/] *[0-9.]+%?\\)$/.test(backgroundColor);
      grounds.set(element, isOpaque ? own : own + groundOf(element.parentElement));
    }
    return grounds.get(element);
  };
  const lookOf = (element) => {
    const parts = [...textLook(element), element.closest("label") !== null];
    const around = element.closest("a")?.parentElement;
    if (around) parts.push(...textLook(around), hasText(around));
    return nameOf([...parts, groundOf(element)].join(" "));
  };
  const looks = new Map();
  const counts = new Map();
  for (const element of document.querySelectorAll(within + ", " + within + " *")) {
    if (!isMeasured(element)) continue;
    const look = lookOf(element);
    const count = counts.get(look) ?? 0;
    if (goodLooks.has(look) || count === 5) continue;
    counts.set(look, count + 1);
    looks.set(element, look);
  }
  if (looks.size === 0) return { faults: [], good: [] };
  const options = { runOnly: ["color-contrast", "link-in-text-block"], resultTypes: ["violations", "passes"], elementRef: true, preload: false };
  const { violations, passes } = await axe.run({ include: [...looks.keys()] }, options);
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + " at " + target.join(" ") + ": " + failureSummary),
  );
  const measured = passes.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes);
  const passed = measured.map(({ element }) => looks.get(element)).filter((look) => look !== undefined);
  if (faults.length > 0) return { faults, good: [] };
  for (const look of passed) goodLooks.add(look);
  return { faults, good: [...new Set(passed)] };
}`;
