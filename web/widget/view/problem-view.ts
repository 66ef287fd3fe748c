import type { Turn } from "../conversation/turn.ts";
import { fill } from "../languages/fill.ts";
import type { Words } from "../languages/words.ts";
import { h, icon } from "./dom.ts";

type ProblemDeps = { words: Words; onRetry: (() => void) | undefined };

/** What went wrong and what can be done; a limit counts down to when it makes sense to try again. */
export function problemView(
  { kind, retryAt }: NonNullable<Turn["problem"]>,
  { words, onRetry }: ProblemDeps,
): HTMLElement {
  const canRetry = onRetry && !["key", "origin", "domain", "long"].includes(kind);
  const button = h("button", { type: "button", class: "button" }, icon("retry", 14));
  const label = h("span", {}, words.retry);
  button.append(label);
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") !== "true") onRetry?.();
  });
  if (retryAt !== undefined) countDown(button, label, { words, retryAt });
  return h(
    "div",
    { class: "problem" },
    icon("alert"),
    h("div", {}, h("p", {}, words[`problem_${kind}`]), canRetry && button),
  );
}

type Count = { words: Words; retryAt: number };

function countDown(button: HTMLElement, label: HTMLElement, { words, retryAt }: Count): void {
  let wasShown = false;
  const tick = () => {
    const seconds = Math.ceil((retryAt - Date.now()) / 1_000);
    const isWaiting = seconds > 0;
    button.setAttribute("aria-disabled", String(isWaiting));
    label.textContent = isWaiting ? fill(words.retryIn, { seconds }) : words.retry;
    // It ends with the button: a turn that is drawn anew has a count of its own.
    wasShown ||= button.isConnected;
    if (isWaiting && (button.isConnected || !wasShown)) setTimeout(tick, 500);
  };
  tick();
}
