import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { type Draft, useDraft } from "./use-draft.ts";

afterEach(() => vi.unstubAllGlobals());

/** As a browser keeps it from one page to the next, also over a log-in. */
function browserWith(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): void {
  vi.stubGlobal("window", { localStorage: storage });
}

function keeping(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}

/** The page is drawn anew, as after a reload or a log-in. */
function open(name: string, initial?: string): Draft {
  let draft: Draft | undefined;
  function Box() {
    draft = useDraft(name, initial);
    return null;
  }
  renderToString(createElement(Box));
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
