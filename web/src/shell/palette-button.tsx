import { type ComponentType, useEffect, useState } from "react";
import type { ProjectSummary } from "../../../src/contract/dashboard.ts";
import { Icon } from "../ui/icon.tsx";
import { useToast } from "../ui/toast.tsx";
import { useLatest } from "../use-latest.ts";
import type { PaletteProps } from "./palette/palette.tsx";

/** On a Mac, Ctrl+K in a text deletes the rest of the line. */
const isMac = /^(Mac|iP)/.test(navigator.platform);

type PaletteButtonProps = { project?: ProjectSummary; projects: ProjectSummary[] };

/** Opens the palette, which is loaded when it is first wanted; so do ⌘K and Ctrl+K, unless another dialog is open. */
export function PaletteButton({ project, projects }: PaletteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const say = useToast();
  const open = useLatest(async () => {
    if (document.querySelector("dialog[open]")) return;
    try {
      const { Palette: loaded } = await import("./palette/palette.tsx");
      setPalette(() => loaded);
      setOpen(true);
    } catch {
      say("The search could not be loaded. Reload the page: it may be newer than this tab.");
    }
  });
  const close = useLatest(() => setOpen(false));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWanted = (isMac ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === "k";
      if (!isWanted || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (isOpen) close();
      else void open();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOpen, open, close]);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
        onClick={() => void open()}
      >
        <Icon name="search" />
        <span className="palette-button-word">Search</span>
        <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {isOpen && Palette && <Palette project={project} projects={projects} onClose={close} />}
    </>
  );
}
