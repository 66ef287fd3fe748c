import { expect, test } from "vitest";
import type { GateQuestion, SideAnswer } from "../contract/gate.ts";
import { effectsOf } from "./effects-of.ts";
import type { PageChange, SidePages } from "./side-pages.ts";

const question: GateQuestion = {
  ...{ question: "How many topics?", pages: [], words: [], unanswered: false, asked: 0, line: 0 },
};
const nearby: SideAnswer = {
  outcome: "reserve",
  text: "The closest it comes:\n\nAn account has ten topics. [1]",
  citations: ["limits.md", "keys.md"].map((path, place) => ({
    ...{ n: place + 1, path, title: "", url: `https://docs.invalid/${path}`, supported: true },
    ...{ startLine: 3, endLine: 3, heading: "", quote: "", revision: "" },
  })),
};

async function told(changes: Record<string, PageChange>, after: SideAnswer = nearby) {
  const same: PageChange = { kind: "kept", text: { before: "", after: "" } };
  const pages: SidePages = { of: async (path) => changes[path] ?? same };
  return effectsOf(question, { before: nearby, after }, pages);
}

const page = (fact: string) => `# Limits\n\nAn account has ${fact} topics.\n`;

test("an answer with reserve is worse off when the page that comes nearest is deleted, or says something else", async () => {
  expect(await told({ "limits.md": { kind: "deleted" } })).toEqual({
    effects: ["deleted-page"],
    reasons: ["Answered with reserve: it rested on limits.md, which is deleted."],
  });
  const text = { before: page("ten"), after: page("five") };
  const changed = await told({ "limits.md": { kind: "kept", text } });
  expect(changed).toMatchObject({ effects: ["lines-changed"] });
  expect(changed.reasons[0]).toContain('now says "An account has five topics."');
});

test("what happens to its other pages is passed over, and so is a question that is answered now", async () => {
  expect(await told({ "keys.md": { kind: "deleted" } })).toMatchObject({ effects: [] });
  const answered = { ...nearby, outcome: "answered" } as const;
  expect(await told({ "limits.md": { kind: "deleted" } }, answered)).toMatchObject({
    effects: ["gained"],
  });
});
