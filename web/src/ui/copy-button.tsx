import { useState } from "react";
import { Button } from "./button.tsx";

type CopyButtonProps = { text: string; label?: string; look?: "primary" | "plain" | "quiet" };

export function CopyButton({ text, label = "Copy", look = "plain" }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const copy = async () => {
    setState((await copyText(text)) ? "copied" : "failed");
    setTimeout(() => setState("idle"), 2_000);
  };
  const words = { idle: label, copied: "Copied", failed: "Select and copy by hand" };
  return (
    <Button isSmall look={look} icon={state === "copied" ? "check" : "copy"} onClick={copy}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}

/** On plain http beyond localhost a browser has no clipboard object: the old command still works. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
}

function copyThroughSelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  const host = document.activeElement?.closest("dialog") ?? document.body;
  const before = document.activeElement;
  host.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
