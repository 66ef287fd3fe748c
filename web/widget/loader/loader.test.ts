import { afterEach, expect, test, vi } from "vitest";
import { optionNames } from "../option-names.ts";
import { optionKinds } from "../widget-options.ts";
import { isHotkey, isTyped } from "./hotkey.ts";
import { isDocent } from "./is-docent.ts";
import { readOptions } from "./read-options.ts";

afterEach(() => vi.unstubAllGlobals());

test("attributes of the script are options", () => {
  const warnings: string[] = [];
  const options = readOptions(
    {
      ...{ domain: "acme", key: "svc_dsc_1", mode: "panel", starters: "How? | Why?", title: " " },
      ...{ filter: '{"audience":"operators"}', handoffUrl: "mailto:help@acme.com" },
    },
    (sentence) => void warnings.push(sentence),
  );
  expect(options).toEqual({
    ...{ domain: "acme", key: "svc_dsc_1", mode: "panel", starters: ["How?", "Why?"] },
    ...{ filter: { audience: "operators" }, handoffUrl: "mailto:help@acme.com" },
  });
  expect(warnings).toEqual([]);
});

test("an option that cannot be read is left out and told", () => {
  const warnings: string[] = [];
  const warn = (sentence: string) => void warnings.push(sentence);
  expect(readOptions({ mode: "popup", filter: "x", starters: '["a"]' }, warn)).toEqual({
    starters: ["a"],
  });
  expect(warnings).toHaveLength(2);
});

test("every option that is read in a way of its own is one", () => {
  for (const name of Object.keys(optionKinds)) expect(Object.keys(optionNames)).toContain(name);
});

test("keys are those that are wanted, and no others", () => {
  const keys = { key: "i", metaKey: false, ctrlKey: true, altKey: false, shiftKey: false };
  expect(isHotkey("mod+i", keys, false)).toBe(true);
  expect(isHotkey("mod+i", keys, true)).toBe(false);
  expect(isHotkey("mod+i", { ...keys, metaKey: true, ctrlKey: false }, true)).toBe(true);
  expect(isHotkey("mod+i", { ...keys, shiftKey: true }, false)).toBe(false);
  expect(isHotkey("/", { ...keys, key: "/", ctrlKey: false, shiftKey: true }, false)).toBe(true);
  expect(isHotkey("ctrl+shift+k", { ...keys, key: "K", shiftKey: true }, true)).toBe(true);
});

test("keys of an editor stay with it, and a single sign with every field", () => {
  class Field extends EventTarget {
    tag: string;
    isContentEditable: boolean;

    constructor(tag: string, isContentEditable = false) {
      super();
      this.tag = tag;
      this.isContentEditable = isContentEditable;
    }

    matches(selector: string) {
      return selector.split(", ").includes(this.tag);
    }
  }
  vi.stubGlobal("HTMLElement", Field);
  const typed = (hotkey: string) =>
    [new Field("p", true), new Field("textarea"), new Field("input"), new Field("p")].map((field) =>
      isTyped(hotkey, field),
    );
  expect(typed("mod+i")).toEqual([true, true, false, false]);
  expect(typed("/")).toEqual([true, true, true, false]);
});

test("an element of the page with the id Docent is no widget", () => {
  expect(isDocent({ id: "Docent", tagName: "H2" })).toBe(false);
  expect(isDocent([["open"]])).toBe(false);
  expect(isDocent({ create: () => undefined })).toBe(true);
});
