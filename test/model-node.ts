import { onTestFinished } from "vitest";
import { createLog } from "../src/lib/log.ts";
import { defaultLimits, type ModelLimits } from "../src/models/calls/limits.ts";
import { knownPrices } from "../src/models/calls/prices.ts";
import { createModels } from "../src/models/providers/create-models.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { startFakeOpenAi } from "./fake-openai.ts";
import { handTimers } from "./hand-timers.ts";
import {
  createTestNode,
  question,
  readEvents,
  type TestNodeOptions,
  type WireEvent,
} from "./harness.ts";
import type { ModelScript } from "./model-script.ts";

const starts = { anthropic: startFakeAnthropic, "openai-compatible": startFakeOpenAi };
export type WiredKind = keyof typeof starts;
export const wiredKinds: WiredKind[] = ["anthropic", "openai-compatible"];
export const modelIds = { anthropic: "claude-sonnet-5-5", "openai-compatible": "gpt-5-mini" };
/** The key of the model's server, which nobody but that server may ever see. */
export const modelKey = "sk-hunter2-0123456789";

type ModelOptions = { limits?: Partial<ModelLimits> };
export type WiredOptions = TestNodeOptions & ModelOptions;

/** A provider's real package, talking to a local server that follows a script. No pause takes time. */
export async function startWiredModels(
  kind: WiredKind,
  script: ModelScript,
  { limits = {} }: ModelOptions = {},
) {
  const server = await starts[kind](script);
  onTestFinished(server.close);
  const timers = handTimers();
  const place = { url: server.url, key: modelKey };
  const nowhere = { url: undefined, key: undefined };
  const settings = {
    provider: kind,
    anthropic: kind === "anthropic" ? place : nowhere,
    openai: kind === "anthropic" ? nowhere : place,
    ids: { sonnet: modelIds[kind], opus: modelIds[kind] },
    answers: "sonnet",
    keys: new Map(),
    operatorUrls: { anthropic: undefined, openai: undefined },
    limits: { ...defaultLimits, ...limits },
    prices: knownPrices,
  } as const;
  return { server, timers, models: createModels(settings, timers) };
}

/** The real app whose answers come from such a model. */
export async function createWiredNode(
  kind: WiredKind,
  script: ModelScript,
  { limits = {}, ...options }: WiredOptions = {},
) {
  const { server, timers, models } = await startWiredModels(kind, script, { limits });
  const lines: string[] = [];
  const log = createLog({ level: "debug", format: "json" }, { write: (line) => lines.push(line) });
  const node = await createTestNode({ log, models, ...options });
  const ask = async (text: string, more: Record<string, unknown> = {}): Promise<WireEvent[]> => {
    const response = await node.ask(question(text, more));
    if (response.status !== 200) throw new Error(await response.text());
    return readEvents(response);
  };
  const answers = () => node.db.selectFrom("answers").selectAll().orderBy("createdAt").execute();
  const usage = () => node.db.selectFrom("usage").selectAll().orderBy("createdAt").execute();
  return { node, server, timers, lines, ask, answers, usage };
}

export type WiredNode = Awaited<ReturnType<typeof createWiredNode>>;

export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The events of one type, as that type. */
export function eventsOf<Type extends WireEvent["type"]>(
  events: WireEvent[],
  type: Type,
): Extract<WireEvent, { type: Type }>[] {
  const isWanted = (event: WireEvent): event is Extract<WireEvent, { type: Type }> =>
    event.type === type;
  return events.filter(isWanted);
}
