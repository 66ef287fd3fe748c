import type { Page } from "playwright-core";

const pointable = "a, button, summary, label, tr, li, [role=option], [role^=menuitem]";

export type Hovered = { count: number; selector: string };

/** Shows one of every kind of control and row as it is while somebody points at it, until the page is loaded anew or told otherwise. */
export async function hover(page: Page): Promise<Hovered> {
  const count = await page.evaluate<number>(`(${markOneOfEach})(${JSON.stringify(pointable)})`);
  return { count, selector: "[data-hovered]" };
}

/** To hover no more. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(
    `for (const element of document.querySelectorAll("[data-hovered]")) element.removeAttribute("data-hovered")`,
  );
}

/** Runs in the page. What its rules say of :hover they say of the mark too, which weighs as much. Rows of a list look alike: one of each is enough. */
const markOneOfEach = `(pointable) => {
  const widen = ({ cssRules }) => {
    for (const rule of cssRules) {
      const { selectorText = "" } = rule;
      if (selectorText.includes(":hover") && !selectorText.includes("[data-hovered]"))
        rule.selectorText = selectorText.replaceAll(":hover", ":is(:hover, [data-hovered])");
      if (rule.cssRules) widen(rule);
    }
  };
  for (const sheet of document.styleSheets) widen(sheet);
  const seen = new Set();
  for (const element of document.querySelectorAll(pointable)) {
    const { tagName, className, parentElement } = element;
    const kind = [tagName, className, parentElement.className, element.matches(":disabled")].join(" ");
    element.toggleAttribute("data-hovered", !seen.has(kind) && element.checkVisibility());
    seen.add(kind);
  }
  return document.querySelectorAll("[data-hovered]").length;
}`;
