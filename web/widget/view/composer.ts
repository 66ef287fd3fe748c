import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { Words } from "../languages/words.ts";
import { h, icon, iconButton, setAttribute } from "./dom.ts";

type ComposerDeps = {
  words: Words;
  onText(text: string): void;
  onAsk(question: string, context: ContextItem[]): void;
  onStop(): void;
  /** The arrow that leads to the results; true when there was somewhere to go. */
  onLeave(): boolean;
};

const longestQuestion = 8_000;

export type Composer = ReturnType<typeof createComposer>;

/** The one box, for searching and asking, with what the reader has selected above it. */
export function createComposer(deps: ComposerDeps) {
  const { words } = deps;
  let context: ContextItem[] = [];
  let isBusy = false;
  const chips = h("div", { class: "chips" });
  const text = h("textarea", {
    ...{ rows: 1, maxlength: longestQuestion, enterkeyhint: "send", "aria-label": words.input },
    ...{ autocomplete: "off", dir: "auto" },
  });
  const button = h("button", { type: "submit", class: "send" });
  const submit = (event?: Event) => {
    event?.preventDefault();
    if (isBusy) return deps.onStop();
    const question = text.value.trim();
    if (question !== "") deps.onAsk(question, context);
  };
  text.addEventListener("input", () => {
    growWith(text);
    deps.onText(text.value);
  });
  text.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!isBusy) submit();
    }
    const isAtEnd = text.selectionStart === text.value.length;
    if (event.key === "ArrowDown" && isAtEnd && deps.onLeave()) event.preventDefault();
  });
  const drawChips = () => {
    chips.replaceChildren(...context.map((item) => chipOf(item, words, () => remove(item))));
    chips.hidden = context.length === 0;
  };
  const remove = (item: ContextItem) => {
    context = context.filter((one) => one !== item);
    drawChips();
    text.focus();
  };
  drawChips();
  return {
    element: h(
      "form",
      { class: "composer", submit },
      chips,
      h("div", { class: "box" }, text, button),
    ),
    focus: () => text.focus({ preventScroll: true }),
    setPlaceholder: (placeholder: string) => setAttribute(text, "placeholder", placeholder),
    setContext(items: ContextItem[]): void {
      context = items;
      drawChips();
    },
    clear(): void {
      text.value = "";
      context = [];
      drawChips();
      growWith(text);
    },
    setText(value: string): void {
      text.value = value;
      growWith(text);
    },
    text: () => text.value,
    setBusy(busy: boolean): void {
      isBusy = busy;
      const label = busy ? words.stop : words.send;
      setAttribute(button, "aria-label", label);
      setAttribute(button, "title", label);
      button.replaceChildren(icon(busy ? "stop" : "send", 16));
    },
  };
}

/** As high as its text, up to a limit that the style sheet sets. */
function growWith(text: HTMLTextAreaElement): void {
  text.style.height = "auto";
  if (text.value !== "") text.style.height = `${text.scrollHeight}px`;
}

function chipOf(item: ContextItem, words: Words, onRemove: () => void): HTMLElement {
  const isCode = item.type === "code";
  const name = isCode ? words.contextCode : words.contextSelection;
  return h(
    "div",
    { class: "chip" },
    icon(isCode ? "code" : "quote", 14),
    h("span", { class: "hidden" }, `${name}: `),
    h("span", { class: "chip-text" }, item.value.trim().slice(0, 200)),
    iconButton("close", words.removeContext, onRemove),
  );
}
