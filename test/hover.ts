import type { Page } from "playwright-core";

const pointable = "a, button, summary, label, tr, li, [role=option], [role^=menuitem]";

export type Hovered = { count: number; selector: string; leave(): Promise<void> };

/** Shows one of every kind of control and row as it is while somebody points at it, until `leave`. */
export async function hover(page: Page): Promise<Hovered> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const count = await markOneOfEach(page);
  const selector = "[data-hovered]";
  const { root } = await client.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await client.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
  for (const nodeId of nodeIds)
    await client.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["hover"] });
  return { count, selector, leave: () => client.detach() };
}

/** Rows of a list look alike: one of each is enough. */
function markOneOfEach(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const seen = new Set();
    for (const element of document.querySelectorAll(${JSON.stringify(pointable)})) {
      const { tagName, className, parentElement } = element;
      const kind = [tagName, className, parentElement.className, element.matches(":disabled")].join(" ");
      element.toggleAttribute("data-hovered", !seen.has(kind) && element.checkVisibility());
      seen.add(kind);
    }
    return document.querySelectorAll("[data-hovered]").length;
  })()`);
}
