/** What the text of pages does with a script: copy code, show one of several tabs. */
export function startContent(): void {
  for (const block of document.querySelectorAll<HTMLElement>(".dx-code")) addCopy(block);
  for (const tabs of document.querySelectorAll<HTMLElement>(".dx-tabs")) makeTabs(tabs);
  for (const found of document.querySelectorAll(".dx-cited, :target")) openFolds(found);
}

/** What an answer cites, or the address names, is not hidden in a closed fold. */
function openFolds(found: Element): void {
  for (
    let fold = found.closest("details");
    fold;
    fold = fold.parentElement?.closest("details") ?? null
  )
    fold.open = true;
}

function addCopy(block: HTMLElement): void {
  const code = block.querySelector("pre");
  if (!code || !navigator.clipboard) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "dx-copy";
  button.textContent = "Copy";
  button.lang = "en";
  button.setAttribute("aria-label", "Copy code");
  button.addEventListener("click", async () => {
    const text = code.textContent ?? "";
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? "Copied" : "Failed";
    button.setAttribute("aria-label", isCopied ? "Copied code" : "Failed to copy code");
    setTimeout(() => {
      button.textContent = "Copy";
      button.setAttribute("aria-label", "Copy code");
    }, 2_000);
  });
  (block.querySelector(".dx-code-head") ?? block).append(button);
}

let made = 0;

function makeTabs(tabs: HTMLElement): void {
  const panels = [...tabs.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.matches(".dx-tab"),
  );
  if (panels.length < 2) return;
  made += 1;
  const list = document.createElement("div");
  list.className = "dx-tab-list";
  list.setAttribute("role", "tablist");
  const buttons = panels.map((panel, index) => {
    const id = `dx:tabs-${made}-${index}`;
    const button = document.createElement("button");
    button.type = "button";
    button.id = `${id}-tab`;
    button.textContent = panel.dataset.title || `Tab ${index + 1}`;
    button.setAttribute("role", "tab");
    panel.id ||= id;
    button.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    panel.querySelector(":scope > .dx-tab-title")?.remove();
    return button;
  });
  const choose = (chosen: number, isFocused: boolean) => {
    for (const [index, button] of buttons.entries()) {
      const isChosen = index === chosen;
      button.setAttribute("aria-selected", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      if (panels[index]) panels[index].hidden = !isChosen;
      if (isChosen && isFocused) button.focus();
    }
  };
  for (const [index, button] of buttons.entries()) {
    button.addEventListener("click", () => choose(index, false));
    button.addEventListener("keydown", ({ key }) => {
      const isBack = document.documentElement.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
      if (key !== "ArrowLeft" && key !== "ArrowRight") return;
      const step = key === isBack ? -1 : 1;
      choose((index + step + buttons.length) % buttons.length, true);
    });
  }
  list.append(...buttons);
  tabs.prepend(list);
  // What an answer cites, or the address names, is not hidden behind another tab.
  const wanted = panels.findIndex(
    (panel) => panel.querySelector(".dx-cited, :target") !== null || panel.matches(".dx-cited"),
  );
  choose(Math.max(0, wanted), false);
}
