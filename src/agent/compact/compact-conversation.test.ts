import type { ModelMessage, ToolModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import type { Todo } from "../../contract/jobs.ts";
import { compactConversation } from "./compact-conversation.ts";
import { estimateTokens } from "./conversation-steps.ts";

const todos: Todo[] = [
  { id: "1", content: "Rename the keys", status: "in_progress", priority: "high" },
];
const changedPaths = ["docs/keys.md"];

type Step = { words?: string; tool?: string; input?: unknown; result?: string };

/** One turn of the model: words and reasoning, a call, and its result. */
function step(
  id: number,
  { words = "", tool = "read_file", input, result = "ok" }: Step = {},
): ModelMessage[] {
  const call = { toolCallId: `call-${id}`, toolName: tool };
  return [
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: `Thought ${id}`, providerOptions: { some: { signature: "s" } } },
        { type: "text", text: words },
        { type: "tool-call", ...call, input: input ?? { path: `docs/${id}.md` } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", ...call, output: { type: "json", value: { content: result } } },
      ],
    },
  ];
}

function steps(count: number, result: string, first = 0): ModelMessage[] {
  return Array.from({ length: count }, (_, index) =>
    step(first + index, { words: `Words ${first + index}.`, result }),
  ).flat();
}

function compact(conversation: ModelMessage[], budgetTokens: number): ModelMessage[] {
  return compactConversation({ conversation, budgetTokens, todos, changedPaths });
}

function textOf(messages: ModelMessage[]): string {
  return JSON.stringify(messages);
}

/** Every call is followed by its result, and every result stands behind its call. */
function expectPaired(messages: ModelMessage[]): void {
  messages.forEach((message, index) => {
    if (message.role === "tool") expect(idsIn(messages[index - 1])).toEqual(idsIn(message));
    if (message.role === "assistant" && idsIn(message).length > 0)
      expect(messages[index + 1]?.role).toBe("tool");
  });
}

function idsIn(message: ModelMessage | undefined): string[] {
  if (message === undefined || typeof message.content === "string") return [];
  return message.content.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : []));
}

describe("a conversation", () => {
  test("that fits comes back as it is", () => {
    const conversation = steps(10, "x".repeat(1_000));
    expect(compact(conversation, estimateTokens(conversation))).toBe(conversation);
  });

  test("loses its oldest results first, and is told how to get them again", () => {
    const conversation = steps(12, "x".repeat(4_000));
    const budget = estimateTokens(conversation) - 1;
    const compacted = compact(conversation, budget);
    expect(estimateTokens(compacted)).toBeLessThanOrEqual(budget / 2);
    expect(compacted).toHaveLength(conversation.length);
    expect(compacted.slice(-8)).toEqual(conversation.slice(-8));
    const first = compacted[1] as ToolModelMessage;
    expect(first.content[0]).toMatchObject({
      toolCallId: "call-0",
      output: {
        type: "text",
        value: expect.stringMatching(
          /^\(The result of read_file \{"path":"docs\/0\.md"\} was left out .* call it again if you need it\.\)$/,
        ),
      },
    });
    expect(compacted.filter(({ role }) => role === "assistant")).toEqual(
      conversation.filter(({ role }) => role === "assistant"),
    );
    expectPaired(compacted);
  });

  test("is not told to change a file again", () => {
    const done = step(0, { tool: "edit_file", result: "x".repeat(9_000) });
    const compacted = compact([...done, ...steps(6, "y")], 2_000);
    expect(textOf(compacted)).toContain("what it did stands; read_file shows the files");
    expect(textOf(compacted)).not.toContain("call it again");
  });

  test("then loses its oldest turns, and a message says what they came to", () => {
    const conversation = steps(200, "x".repeat(500));
    const compacted = compact(conversation, 12_000);
    expect(estimateTokens(compacted)).toBeLessThanOrEqual(6_000);
    const [past, ...rest] = compacted;
    expect(past?.role).toBe("user");
    expect(rest).toEqual(conversation.slice(-rest.length));
    expectPaired(compacted);
    const text = String(past?.content);
    expect(text).toContain('Files changed so far:\n- "docs/keys.md"\n');
    expect(text).toContain("Todos:\n- [in_progress] Rename the keys\n");
    expect(text).toContain(`Tools used:\n- read_file ${200 - rest.length / 2}\n`);
    expect(text).toMatch(/What you said, shortened:\n(?:- Words \d+\.\n){20}/);
  });

  test("keeps what people sent, word for word, through every later compaction", () => {
    const followUp: ModelMessage = { role: "user", content: 'Also rename\n"roles".' };
    let conversation = [...steps(60, "x".repeat(500)), followUp, ...steps(60, "x".repeat(500), 60)];
    let dropped = 0;
    for (let round = 0; round < 3; round += 1) {
      conversation = compact(
        [...conversation, ...steps(60, "y".repeat(500), 200 + 60 * round)],
        8_000,
      );
      dropped = Number(/read_file (\d+)/.exec(String(conversation[0]?.content))?.[1]);
      expect(String(conversation[0]?.content)).toContain(JSON.stringify(followUp.content));
      expect(textOf(conversation).split("Earlier steps of this job").length).toBe(2);
    }
    expect(dropped + (conversation.length - 1) / 2).toBe(300);
  });

  test("whose last turn alone is too long still ends within the half", () => {
    for (const length of [20_000, 200_000]) {
      const last = step(1, { result: "x".repeat(length), input: { content: "y".repeat(length) } });
      const compacted = compact([...steps(3, "z"), ...last], 8_000);
      expect(estimateTokens(compacted)).toBeLessThanOrEqual(4_000);
      expectPaired(compacted);
    }
    const told: ModelMessage = { role: "user", content: "x".repeat(300_000) };
    expect(estimateTokens(compact([...steps(3, "z"), told], 8_000))).toBeLessThanOrEqual(4_000);
  });

  test("ends the same each time, within the half and in pairs, whatever it is made of", () => {
    let seed = 11;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const conversation = Array.from({ length: 1 + next(30) }, (_, id): ModelMessage[] => {
        const result = "r".repeat(next(3_000));
        const words = "w".repeat(next(300));
        if (next(5) === 0) return [{ role: "user", content: words }, ...step(id, { result })];
        return next(9) === 0
          ? [{ role: "assistant", content: words }]
          : step(id, { words, result });
      }).flat();
      const budget = 100 + next(8_000);
      const compacted = compact(conversation, budget);
      expect(compact(conversation, budget)).toEqual(compacted);
      expectPaired(compacted);
      if (compacted === conversation) continue;
      expect(estimateTokens(compacted)).toBeLessThanOrEqual(budget / 2);
    }
  });
});

test("tokens are counted by characters, and images are none", () => {
  const text = "x".repeat(3_500);
  expect(estimateTokens([{ role: "user", content: text }])).toBeGreaterThanOrEqual(1_000);
  expect(estimateTokens([{ role: "user", content: text }])).toBeLessThan(1_010);
  const image: ModelMessage = {
    role: "user",
    content: [{ type: "file", mediaType: "image/png", data: text }],
  };
  expect(estimateTokens([image])).toBeLessThan(10);
  expect(estimateTokens([])).toBe(0);
});
