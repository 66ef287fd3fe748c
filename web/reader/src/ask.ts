import type { PageFacts } from "./facts.ts";
import { createPass } from "./pass.ts";

/** What of the panel is used here; it is a script of its own, loaded when somebody first asks. */
type Panel = { open(): void; ask(question: string): void };
type PanelScript = { mountPanel(options: object): Panel };

/** Shows the button to ask with. Undefined where nobody may ask. */
export function startAsk(facts: PageFacts): ((question: string) => void) | undefined {
  const button = document.querySelector<HTMLButtonElement>("[data-ask-open]");
  if (!button || facts.panel === "") return undefined;
  let mounted: Promise<Panel> | undefined;
  const open = (question: string) => {
    mounted ??= mount(facts, button);
    mounted.then(
      (panel) => (question === "" ? panel.open() : panel.ask(question)),
      () => {
        mounted = undefined;
        button.title = "The panel could not be loaded. Please try again.";
      },
    );
  };
  button.hidden = false;
  button.addEventListener("click", () => open(""));
  return open;
}

async function mount(facts: PageFacts, button: HTMLElement): Promise<Panel> {
  const pass = createPass(facts);
  const [script] = await Promise.all([
    import(/* @vite-ignore */ facts.panel) as Promise<PanelScript>,
    pass.ready(),
  ]);
  return script.mountPanel({
    server: location.origin,
    domain: facts.domain,
    authorization: pass.authorization,
    mode: "panel",
    language: "en",
    currentPath: facts.path,
    // The header has a button for it, and the search a row.
    hotkey: "mod+i",
    openSources: "same",
    returnFocus: () => button,
  });
}
