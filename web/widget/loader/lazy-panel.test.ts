import { afterEach, expect, test, vi } from "vitest";
import type { MountedPanel } from "../panel-options.ts";
import { createLazyPanel } from "./lazy-panel.ts";

afterEach(() => vi.restoreAllMocks());

test("a reader is told that the panel cannot be loaded, and trying again does what was wanted", async () => {
  const { panel, opened, told, setDown } = setUp();
  setDown(true);
  panel.use(() => opened.push("first"));
  await vi.waitFor(() => expect(told.at(-1)).toBeDefined());
  told.at(-1)?.();
  expect(told.at(-1), "the words are gone while it is tried").toBeUndefined();
  await vi.waitFor(() => expect(told.at(-1)).toBeDefined());
  setDown(false);
  told.at(-1)?.();
  await vi.waitFor(() => expect(opened).toEqual(["first"]));
  expect(told.at(-1)).toBeUndefined();
});

test("a panel that is only loaded ahead fails without a word to the reader", async () => {
  const { panel, told, warned, setDown } = setUp();
  setDown(true);
  panel.load();
  panel.load();
  await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(1));
  expect(told).toEqual([]);
});

test("a panel that arrives after its widget was destroyed is taken out", async () => {
  const { panel, opened } = setUp();
  panel.use(() => opened.push("first"));
  panel.destroy();
  await vi.waitFor(() => expect(opened).toEqual(["destroyed"]));
});

function setUp() {
  const opened: string[] = [];
  const told: ((() => void) | undefined)[] = [];
  const warned = vi.spyOn(console, "warn").mockReturnValue(undefined);
  let isDown = false;
  const nothing = () => undefined;
  const mounted: MountedPanel = {
    ...{ isOpen: false, ready: Promise.resolve(), open: nothing, close: nothing, ask: nothing },
    ...{ update: nothing, reset: nothing, consent: nothing },
    destroy: () => void opened.push("destroyed"),
  };
  const panel = createLazyPanel({
    server: "https://docent.example",
    async mount() {
      if (isDown) throw new TypeError("Failed to fetch dynamically imported module");
      return mounted;
    },
    tell: (retry) => void told.push(retry),
  });
  const setDown = (value: boolean) => {
    isDown = value;
  };
  return { panel, opened, told, warned, setDown };
}
