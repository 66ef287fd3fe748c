import type { Words } from "../languages/words.ts";
import { h, icon } from "./dom.ts";
import { questionList } from "./turn-view.ts";

type HomeDeps = { words: Words; ask(question: string): void };

/** What is there before the first question. */
export function createHome({ words, ask }: HomeDeps) {
  const place = h("div", { class: "starters" });
  const element = h(
    "div",
    { class: "home" },
    h("span", { class: "home-mark" }, icon("spark", 22)),
    h("p", { class: "home-title" }, words.welcome),
    h("p", { class: "soft" }, words.welcomeText),
    place,
  );
  return {
    element,
    setStarters(questions: string[]): void {
      place.replaceChildren();
      if (questions.length === 0) return;
      const label = h("p", { class: "small-title" }, words.startersLabel);
      place.append(label, questionList(questions, ask));
    },
  };
}
