import { z } from "zod";
import {
  type FakeModelServer,
  type ModelProtocol,
  type ModelScript,
  type ScriptedReply,
  sse,
  startModelServer,
} from "./model-script.ts";

/**
 * A local server that speaks Anthropic's Messages API as documented, streaming only. Its replies follow a script:
 *
 *     const server = await startFakeAnthropic([
 *       { fault: { status: 529 } },
 *       { pieces: ["Run ", "it."], usage: { input: 12, output: 3, cacheRead: 900 } },
 *       { calls: [{ name: "read_file", input: { path: "a.md" } }] },
 *     ]);
 *     onTestFinished(server.close);
 *
 * `server.url` is what ANTHROPIC_BASE_URL takes, `server.requests` holds every request for assertions. A request that the
 * API would not accept (no key, no version, no `max_tokens`, more than four cache points) gets the API's own error.
 */
export function startFakeAnthropic(script: ModelScript): Promise<FakeModelServer> {
  return startModelServer(anthropic, script);
}

/** The body of an error as the API sends it. */
export function anthropicError(type: string, message: string) {
  return { type: "error", error: { type, message }, request_id: "req_1" };
}

const anthropic: ModelProtocol = {
  basePath: "",
  refuse({ path, headers, body }) {
    if (path !== "/v1/messages") return refusal(404, "not_found_error", `no such path: ${path}`);
    if (!headers["x-api-key"]) return refusal(401, "authentication_error", "x-api-key: required");
    if (!headers["anthropic-version"])
      return refusal(400, "invalid_request_error", "anthropic-version: required");
    const fault = bodyRule.safeParse(body).error?.issues[0];
    if (fault)
      return refusal(400, "invalid_request_error", `${fault.path.join(".")}: ${fault.message}`);
    if (JSON.stringify(body).split('"cache_control"').length > 5)
      return refusal(400, "invalid_request_error", "a maximum of 4 blocks with cache_control");
    return undefined;
  },
  begin: ({ body }, reply) => [
    event({ type: "message_start", message: message(body.model, reply) }),
    event({ type: "ping" }),
    ...(reply.pieces ? [start(0, { type: "text", text: "" })] : []),
  ],
  piece: (_, text) => [delta(0, { type: "text_delta", text })],
  end: (_, reply) => [
    ...(reply.pieces ? [event({ type: "content_block_stop", index: 0 })] : []),
    ...(reply.calls ?? []).flatMap((call, index) => callEvents(call, index + 1)),
    event({
      type: "message_delta",
      delta: { stop_reason: stopOf(reply), stop_sequence: null },
      usage: { output_tokens: reply.usage?.output ?? 1 },
    }),
    event({ type: "message_stop" }),
  ],
};

const bodyRule = z.object({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  stream: z.literal(true),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.unknown() })).min(1),
  tools: z.array(z.object({ name: z.string(), input_schema: z.object({}).loose() })).optional(),
});

function refusal(status: number, type: string, text: string) {
  return { status, body: anthropicError(type, text) };
}

function message(model: unknown, { usage = {} }: ScriptedReply) {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input ?? 1,
      cache_creation_input_tokens: usage.cacheWrite ?? 0,
      cache_read_input_tokens: usage.cacheRead ?? 0,
      output_tokens: 1,
    },
  };
}

/** The input comes in two halves, as the API cuts it anywhere. */
function callEvents(call: { id?: string; name: string; input: unknown }, index: number): string[] {
  const json = typeof call.input === "string" ? call.input : JSON.stringify(call.input);
  const half = Math.ceil(json.length / 2);
  const { id = `toolu_${index}`, name } = call;
  return [
    start(index, { type: "tool_use", id, name, input: {} }),
    delta(index, { type: "input_json_delta", partial_json: json.slice(0, half) }),
    delta(index, { type: "input_json_delta", partial_json: json.slice(half) }),
    event({ type: "content_block_stop", index }),
  ];
}

function stopOf({ stop, calls = [] }: ScriptedReply): string {
  return stop ?? (calls.length > 0 ? "tool_use" : "end_turn");
}

function start(index: number, content_block: unknown): string {
  return event({ type: "content_block_start", index, content_block });
}

function delta(index: number, change: unknown): string {
  return event({ type: "content_block_delta", index, delta: change });
}

function event(data: { type: string } & Record<string, unknown>): string {
  return sse(data, data.type);
}
