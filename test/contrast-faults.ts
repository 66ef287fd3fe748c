import type { Page } from "playwright-core";

/** Looks that axe found good in this run: the colours, backgrounds and sizes of some text. */
const good = new Set<string>();

type Found = { faults: string[]; good: string[] };

/**
 * Text of too little contrast in a part of a page that has axe on it. Contrast is a matter of colours and sizes, and
 * measuring it is most of what axe costs: text that looks like one that was found good is not measured again.
 */
export async function contrastFaults(page: Page, within: string): Promise<string[]> {
  const given = `${JSON.stringify(within)}, new Set(${JSON.stringify([...good])})`;
  const found = await page.evaluate<Found>(`(${measure})(${given})`);
  for (const look of found.good) good.add(look);
  return found.faults;
}

/** Runs in the page. What still changes is brought to its end: one out of sight would never come to it. Where axe cannot tell, as of text behind something, the look is not good and measured again elsewhere. */
const measure = `async (within, good) => {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  const exempt = ":disabled, [aria-disabled=true]";
  const hasText = (element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  const textLook = (element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, textDecorationLine];
  };
  const lookOf = (element) => {
    const parts = [...textLook(element), element.closest(exempt) !== null, element.closest("label") !== null];
    if (element.closest("a") !== null) parts.push(...textLook(element.closest("a").parentElement));
    for (let one = element; one !== null; one = one.parentElement) {
      const { opacity, filter, backgroundImage, backgroundColor } = getComputedStyle(one);
      parts.push(opacity, filter, backgroundImage, backgroundColor);
      const isOpaque = !/^rgba|[/] *[0-9.]+%?\\)$/.test(backgroundColor);
      if (isOpaque) break;
    }
    return parts.join(" ");
  };
  const looks = new Map();
  const counts = new Map();
  for (const element of document.querySelectorAll(within + ", " + within + " *")) {
    if (!hasText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const look = lookOf(element);
    const count = counts.get(look) ?? 0;
    if (good.has(look) || count === 5) continue;
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
  return { faults, good: [...new Set(passed)] };
}`;
