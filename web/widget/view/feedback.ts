import type { Rating } from "../../../src/contract/insights/feedback.ts";
import type { Words } from "../languages/words.ts";
import { h, iconButton } from "./dom.ts";

type FeedbackDeps = {
  words: Words;
  rating: Rating | undefined;
  rate(rating: Rating, comment: string): Promise<void>;
  announce(text: string): void;
};

const longestComment = 2_000;

/** Thumbs; the one that points down asks why, and counts at once. */
export function feedback(deps: FeedbackDeps): { buttons: HTMLElement; form: HTMLElement } {
  const { words } = deps;
  const form = h("div", { class: "feedback-form" });
  const press = (rating: Rating | undefined) => {
    up.setAttribute("aria-pressed", String(rating === "up"));
    down.setAttribute("aria-pressed", String(rating === "down"));
  };
  const send = (rating: Rating, comment: string) => {
    press(rating);
    void deps.rate(rating, comment).then(
      () => deps.announce(words.thanks),
      () => {
        press(undefined);
        deps.announce(words.problem_server);
      },
    );
  };
  const up = iconButton("up", words.good, () => {
    form.replaceChildren();
    send("up", "");
  });
  const down = iconButton("down", words.bad, () => {
    send("down", "");
    form.replaceChildren(commentForm(deps, form, (comment) => send("down", comment)));
    form.querySelector("textarea")?.focus();
  });
  press(deps.rating);
  return { buttons: h("span", { class: "thumbs" }, up, down), form };
}

function commentForm(
  { words }: FeedbackDeps,
  place: HTMLElement,
  onSend: (comment: string) => void,
): HTMLElement {
  const text = h("textarea", { rows: 2, maxlength: longestComment });
  const done = (words: string) => place.replaceChildren(h("p", { class: "soft" }, words));
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.value.trim() !== "") onSend(text.value.trim());
    done(words.thanks);
  };
  return h(
    "form",
    { submit },
    h("label", {}, h("span", {}, words.commentLabel), text),
    h(
      "span",
      { class: "form-buttons" },
      h("button", { type: "submit", class: "button" }, words.commentSend),
      h("button", { type: "button", class: "button quiet", click: () => done("") }, words.cancel),
    ),
  );
}
