import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import type { DashboardSession } from "../../src/contract/dashboard.ts";
import { draftKey, dropOldDrafts, readDraft, writeDraft } from "./kept-drafts.ts";
import { SessionContext } from "./session.tsx";
import { type Draft, useDraft } from "./use-draft.ts";

afterEach(() => vi.unstubAllGlobals());

/** As a browser keeps it from one page to the next, also over a log-in. */
function browserWith(storage: Partial<Storage>): void {
  vi.stubGlobal("window", { localStorage: storage });
}

function keeping(): Partial<Storage> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

function stateOf(memberId: string) {
  const session: DashboardSession = {
    ...{ loggedIn: true, needsSetup: false, role: "editor" as const, name: "Ana", memberId },
    ...{ asksEmail: true, passwordLogin: true, singleSignOn: null, version: "0" },
  };
  return { status: "ready" as const, session };
}

/** The page is drawn anew, as after a reload or a log-in. */
function open(name: string, initial?: string, memberId = "mem_ana"): Draft {
  let draft: Draft | undefined;
  function Box() {
    draft = useDraft(name, initial);
    return null;
  }
  const value = {
    state: stateOf(memberId),
    refresh: async () => undefined,
    expire: () => undefined,
    leave: async () => undefined,
  };
  renderToString(createElement(SessionContext, { value }, createElement(Box)));
  if (!draft) throw new Error("nothing was drawn");
  return draft;
}

test.each(["new job acme", "follow-up ses_1", "ask prj_1"])(
  "what is typed as %s is there again on the page after a log-in, until it is sent",
  (name) => {
    browserWith(keeping());
    open(name).setText("half a sentence");
    expect(open(name).text).toBe("half a sentence");
    expect(open(`${name}2`).text).toBe("");
    open(name).clear();
    expect(open(name).text).toBe("");
  },
);

test("what was typed wins over what the form begins with", () => {
  browserWith(keeping());
  expect(open("new job acme", "as before").text).toBe("as before");
  open("new job acme", "as before").setText("other words");
  expect(open("new job acme", "as before").text).toBe("other words");
});

test("a browser that stores nothing still has its fields", () => {
  const refuse = () => {
    throw new Error("storage is switched off");
  };
  browserWith({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(() => open("ask prj_1").setText("a question")).not.toThrow();
  expect(open("ask prj_1", "first words").text).toBe("first words");
});

test("nobody reads what another member typed in the same browser, who finds it again", () => {
  browserWith(keeping());
  open("ask prj_1").setText("why was I passed over?");
  expect(open("ask prj_1", "", "mem_ben").text).toBe("");
  open("ask prj_1", "", "mem_ben").setText("ben's");
  expect(open("ask prj_1").text).toBe("why was I passed over?");
});

test("what nobody went on with for 30 days is forgotten, and nothing else", () => {
  const storage = keeping();
  browserWith(storage);
  const dayMs = 24 * 60 * 60_000;
  const [old, young] = [draftKey("mem_ana", "old"), draftKey("mem_ana", "young")];
  writeDraft(old, "first\nlines", 1 * dayMs);
  writeDraft(young, "12 lines", 3 * dayMs);
  storage.setItem?.("docent theme", "dark");
  storage.setItem?.("docent draft ask prj_1", "of nobody in particular");
  dropOldDrafts(32 * dayMs);
  expect([readDraft(old), readDraft(young)]).toEqual([undefined, "12 lines"]);
  expect(storage.getItem?.("docent theme")).toBe("dark");
  expect(storage.getItem?.("docent draft ask prj_1")).toBeNull();
});
