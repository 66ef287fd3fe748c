/** Menus close when somebody goes elsewhere, and one at a time is open. */
export function startMenus(): void {
  const menus = () => [...document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")];
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Node ? event.target : null;
    for (const menu of menus()) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}

/** Copies the page as it was written. */
export function startCopyPage(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-copy-page]");
  if (!button || !navigator.clipboard) return;
  button.hidden = false;
  const words = button.textContent ?? "";
  button.addEventListener("click", async () => {
    try {
      const response = await fetch(button.dataset.copyPage ?? "");
      if (!response.ok) throw new Error("the page could not be read");
      await navigator.clipboard.writeText(await response.text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Could not be copied";
    }
    setTimeout(() => {
      button.textContent = words;
    }, 2_000);
  });
}
