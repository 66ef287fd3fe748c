import type { Conversation, Turn } from "../conversation/turn.ts";
import type { Words } from "../languages/words.ts";
import { spoken } from "../view/announcer.ts";
import { h } from "../view/dom.ts";
import { createTurnView, type TurnDeps, type TurnView } from "../view/turn-view.ts";

const nearPx = 60;

/** All turns, in a box that follows an answer while it grows, unless the reader has scrolled away. */
export function createConversationView(deps: TurnDeps) {
  const { words } = deps;
  const list = h("div", {
    class: "turns",
    role: "log",
    "aria-live": "off",
    "aria-label": words.conversation,
  });
  const element = h("div", { class: "body", tabindex: -1 }, list);
  const views = new Map<string, TurnView>();
  let before: Turn | undefined;

  const isAtEnd = () => element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
  return {
    element,
    list,
    /** A conversation is read from its end. */
    showEnd(): void {
      element.scrollTop = element.scrollHeight;
    },
    update({ turns }: Conversation): void {
      const wasAtEnd = isAtEnd();
      const last = turns.at(-1);
      removeOthers(views, turns);
      for (const turn of turns) {
        const view = views.get(turn.id) ?? createTurnView(turn, deps);
        if (!views.has(turn.id)) {
          views.set(turn.id, view);
          list.append(view.element);
        }
        view.update(turn, turn === last);
      }
      const isNew = last !== undefined && before?.id !== last.id;
      const isShort = last?.state === "running";
      if (isNew || (wasAtEnd && isShort)) element.scrollTop = element.scrollHeight;
      const said = announcement(before, last, words);
      if (said !== "") deps.announce(said);
      before = last;
    },
  };
}

function removeOthers(views: Map<string, TurnView>, turns: Turn[]): void {
  const kept = new Set(turns.map(({ id }) => id));
  for (const [id, { element }] of views) {
    if (kept.has(id)) continue;
    element.remove();
    views.delete(id);
  }
}

/** What is said aloud of a change: each step once, and the answer when it is whole. */
export function announcement(
  before: Turn | undefined,
  now: Turn | undefined,
  words: Words,
): string {
  if (!now || before === undefined || before.id !== now.id)
    return now?.state === "running" ? words.sending : "";
  if (before.state === now.state)
    return now.state === "running" && before.step !== now.step ? stepOf(now, words) : "";
  if (now.state === "failed") return words[`problem_${now.problem?.kind ?? "server"}`];
  if (now.state === "stopped") return words.stopped;
  if (now.state === "running") return words.sending;
  const note = { reserve: words.reserve, declined: words.declined, answered: "" };
  const parts = [words.answered, note[now.outcome ?? "answered"], spoken(now.text)];
  return parts.filter((part) => part !== "").join(" ");
}

function stepOf({ step }: Turn, words: Words): string {
  return step === "searching" ? words.searching : words.writing;
}
