import type { Page } from "playwright-core";

/** Sites that are built and walked through here, and not kept for the tests. */
export const triedSites = {
  // Neither has a theme of its own here: the page says so as others do.
  hugo: { turnDark: sayDark },
  next: { turnDark: sayDark },
  sphinx: {
    turnDark: (page: Page) =>
      page
        .getByRole("button", { name: /Toggle Light/ })
        .locator("visible=true")
        .first()
        .click(),
  },
};

async function sayDark(page: Page): Promise<void> {
  await page.evaluate("document.documentElement.className = 'dark'");
}
