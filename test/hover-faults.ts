import type { Page } from "playwright-core";
import { contrastFaults } from "./contrast-faults.ts";

const pointable = "a, button, summary, label, tr, li, [role=option], [role^=menuitem]";

/** What axe, which is on the page already, finds about contrast while every kind of control and row of it is hovered, in both themes. */
export async function hoverFaults(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const marked = await markOneOfEach(page);
  const { root } = await client.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await client.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "[data-hovered]",
  });
  for (const nodeId of nodeIds)
    await client.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["hover"] });
  const found: string[] = [];
  for (const colorScheme of marked > 0 ? (["light", "dark"] as const) : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const faults = await contrastFaults(page, "[data-hovered]");
    found.push(...faults.map((fault) => `hovered ${colorScheme}: ${fault}`));
  }
  await client.detach();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (marked === 0) found.push("there was nothing to hover");
  return found;
}

/** Rows of a list look alike: one of each is enough. */
function markOneOfEach(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const seen = new Set();
    for (const element of document.querySelectorAll(${JSON.stringify(pointable)})) {
      const kind = element.tagName + " " + element.className + " " + element.parentElement.className;
      element.toggleAttribute("data-hovered", !seen.has(kind) && element.checkVisibility());
      seen.add(kind);
    }
    return document.querySelectorAll("[data-hovered]").length;
  })()`);
}
