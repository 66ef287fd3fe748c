import type { PageFacts } from "./facts.ts";
import { createPass } from "./pass.ts";

/** What of the panel is used here; it is a script of its own, loaded when somebody first asks. */
type Panel = { ready: Promise<void>; open(): void; ask(question: string): void };
type PanelScript = { mountPanel(options: object): Panel };

/** Shows the button to ask with. Undefined where nobody may ask. */
export function startAsk(facts: PageFacts): ((question: string) => void) | undefined {
  const button = document.querySelector<HTMLButtonElement>("[data-ask-open]");
  if (!button || facts.panel === "") return undefined;
  const told = document.createElement("div");
  told.role = "status";
  told.className = "ask-told";
  button.after(told);
  let mounted: Promise<Panel> | undefined;
  const open = (question: string) => {
    told.replaceChildren();
    mounted ??= mount(facts, button);
    mounted.then(
      (panel) => (question === "" ? panel.open() : panel.ask(question)),
      () => {
        mounted = undefined;
        const again = () => {
          button.focus();
          open(question);
        };
        told.replaceChildren(tryAgain(again));
      },
    );
  };
  button.hidden = false;
  button.addEventListener("click", () => open(""));
  return open;
}

/** Says what went wrong, and is the way to try again. */
function tryAgain(again: () => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "bar-button ask-again";
  button.textContent = "The assistant does not respond. Try again";
  button.addEventListener("click", again);
  return button;
}

async function mount(facts: PageFacts, button: HTMLElement): Promise<Panel> {
  const script: PanelScript = await import(/* @vite-ignore */ facts.panel);
  const panel = script.mountPanel({
    server: location.origin,
    domain: facts.domain,
    authorization: createPass(facts).authorization,
    mode: "panel",
    language: "en",
    currentPath: facts.path,
    // The header has a button for it, and the search a row.
    hotkey: "mod+i",
    openSources: "same",
    returnFocus: () => button,
  });
  await panel.ready;
  return panel;
}
