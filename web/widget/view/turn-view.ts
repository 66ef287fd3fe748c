import type { Citation } from "../../../src/contract/answer-events.ts";
import type { Rating } from "../../../src/contract/insights/feedback.ts";
import type { Turn } from "../conversation/turn.ts";
import type { Words } from "../languages/words.ts";
import { citationOf, createAnswerText } from "./answer-text.ts";
import { citationMarker, pendingMarker, sourceList } from "./citation-card.ts";
import { copyButton } from "./copy-button.ts";
import { h, icon, iconButton } from "./dom.ts";
import { feedback } from "./feedback.ts";
import { problemView } from "./problem-view.ts";

export type TurnDeps = {
  words: Words;
  linkAttributes(url: string): Record<string, string>;
  ask(question: string): void;
  retry(turn: Turn): void;
  rate(turn: Turn, rating: Rating, comment: string): Promise<void>;
  announce(text: string): void;
  /** The way to a person; undefined where the site offers none. */
  handoff(turn: Turn): HTMLElement | undefined;
};

export type TurnView = { element: HTMLElement; update(turn: Turn, isLast: boolean): void };

/** A question and its answer. While the answer grows only its text is drawn; the rest comes with its end. */
export function createTurnView(first: Turn, deps: TurnDeps): TurnView {
  let turn = first;
  let drawnAs = "";
  const { words } = deps;
  const marker = (number: number) => {
    const citation = citationOf(turn.citations, number);
    if (citation) return citationMarker(citation, deps);
    return turn.state === "running" ? pendingMarker(number) : undefined;
  };
  const text = createAnswerText({ ...deps, marker });
  const status = h("p", { class: "status" });
  const foot = h("div", { class: "turn-foot" });
  const answer = h("div", { class: "answer" }, text.element, status, foot);
  const element = h("article", { class: "turn" }, questionView(first, words), answer);
  return {
    element,
    update(now, isLast) {
      const before = turn;
      turn = now;
      const isRunning = turn.state === "running";
      element.classList.toggle("is-running", isRunning);
      const isSettled = before.state !== turn.state || before.citations !== turn.citations;
      text.update(turn.text, isSettled);
      status.textContent = isRunning && turn.text === "" ? stepWords(turn, words) : "";
      status.hidden = status.textContent === "";
      const key = isRunning
        ? ""
        : JSON.stringify([turn.state, turn.problem, isLast, turn.messageId]);
      if (key === drawnAs) return;
      drawnAs = key;
      foot.replaceChildren(...(isRunning ? [] : footOf(turn, isLast, deps)));
    },
  };
}

function questionView({ question, context }: Turn, words: Words): HTMLElement {
  const chips = context.map(({ type, value }) =>
    h(
      "span",
      { class: "chip" },
      icon(type === "code" ? "code" : "quote", 13),
      h("span", { class: "hidden" }, type === "code" ? words.contextCode : words.contextSelection),
      h("span", { class: "chip-text" }, value.trim().slice(0, 160)),
    ),
  );
  return h("div", { class: "question" }, ...chips, h("h3", { dir: "auto" }, question));
}

function stepWords({ step }: Turn, words: Words): string {
  if (step === "sending") return words.sending;
  return step === "searching" ? words.searching : words.writing;
}

function footOf(turn: Turn, isLast: boolean, deps: TurnDeps): HTMLElement[] {
  const { words } = deps;
  const { state, text, outcome, problem, citations } = turn;
  const wantsPerson = outcome === "declined" || outcome === "reserve" || turn.rating === "down";
  const onRetry = isLast ? () => deps.retry(turn) : undefined;
  const parts = [
    outcome === "reserve" && noticeOf(words.reserve),
    outcome === "declined" && noticeOf(words.declined),
    state === "stopped" && h("p", { class: "soft" }, words.stopped),
    sourceList(citations, deps),
    problem && problemView(problem, { words, onRetry }),
    text !== "" && actionsOf(turn, isLast, deps),
    (wantsPerson || problem) && deps.handoff(turn),
    isLast && state === "done" && suggestionsOf(turn, deps),
  ];
  return parts.filter((part): part is HTMLElement => part instanceof HTMLElement);
}

function noticeOf(text: string): HTMLElement {
  return h("p", { class: "notice" }, icon("alert", 15), h("span", {}, text));
}

function actionsOf(turn: Turn, isLast: boolean, deps: TurnDeps): HTMLElement {
  const { words } = deps;
  const copied = () => textWithSources(turn.text, turn.citations);
  const canRate = turn.messageId !== "" && turn.state === "done";
  const rating = feedback({
    ...{ words, rating: turn.rating, announce: deps.announce },
    async rate(given, comment) {
      await deps.rate(turn, given, comment);
      if (given === "down") showHandoff();
    },
  });
  const showHandoff = () => {
    const offer = deps.handoff(turn);
    const isShown = box.parentElement?.querySelector(".handoff");
    if (offer && !isShown) box.after(offer);
  };
  const again =
    isLast && turn.state !== "failed"
      ? iconButton("retry", words.again, () => deps.retry(turn))
      : undefined;
  const bar = h("div", { class: "actions" }, copyButton(copied, words.copy, words), again);
  if (canRate) bar.append(rating.buttons);
  const box = h("div", { class: "rated" }, bar, rating.form);
  return box;
}

/** As Markdown to paste elsewhere. */
function textWithSources(text: string, citations: Citation[]): string {
  const shown = citations.filter(({ supported }) => supported);
  const lines = shown.map(({ n, title, url }) => `[${n}]: ${title} ${url}`);
  return lines.length > 0 ? `${text}\n\n${lines.join("\n")}` : text;
}

function suggestionsOf({ suggestions }: Turn, deps: TurnDeps): HTMLElement | undefined {
  if (suggestions.length === 0) return undefined;
  return h(
    "div",
    { class: "suggestions", role: "group", "aria-label": deps.words.suggestions },
    h("p", { class: "small-title", "aria-hidden": "true" }, deps.words.suggestions),
    questionList(suggestions, deps.ask),
  );
}

export function questionList(questions: string[], ask: (question: string) => void): HTMLElement {
  const items = questions.map((question) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "next", dir: "auto", click: () => ask(question) },
        h("span", {}, question),
        icon("arrow", 14),
      ),
    ),
  );
  return h("ul", { class: "next-list" }, ...items);
}
