import { expect, test } from "vitest";
import type { Command } from "./command.ts";
import { matchCommands } from "./match-commands.ts";

function command(group: string, label: string, more: Partial<Command> = {}): Command {
  return { id: label, group, label, icon: "file", run: () => undefined, ...more };
}

const all = [
  command("Go to", "Overview"),
  command("Go to", "API keys", { words: "tokens" }),
  command("Do", "Make a key"),
  command("Do", "Keys of yesterday"),
  command("Projects", "Über uns", { note: "about" }),
];

const labels = (typed: string) => matchCommands(all, typed).map(({ label }) => label);

test("with nothing typed everything is there, in its order", () => {
  expect(labels("")).toEqual(all.map(({ label }) => label));
});

test("every typed word must be found, in the label, its note or its other words", () => {
  expect(labels("key api")).toEqual(["API keys"]);
  expect(labels("tokens")).toEqual(["API keys"]);
  expect(labels("ABOUT")).toEqual(["Über uns"]);
  expect(labels("nothing like it")).toEqual([]);
});

test("in its group, what begins with the typed text comes first", () => {
  expect(labels("key")).toEqual(["API keys", "Keys of yesterday", "Make a key"]);
});

test("accents need not be typed", () => {
  expect(labels("uber")).toEqual(["Über uns"]);
});

test("one group cannot fill the list", () => {
  const many = Array.from({ length: 30 }, (_, index) => command("Projects", `Project ${index}`));
  expect(matchCommands([...many, ...all], "")).toHaveLength(9 + 4);
});
