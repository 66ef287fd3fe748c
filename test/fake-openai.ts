import { z } from "zod";
import {
  type FakeModelServer,
  type ModelProtocol,
  type ModelRequest,
  type ModelScript,
  type ScriptedReply,
  sse,
  startModelServer,
} from "./model-script.ts";

/**
 * A local server that speaks OpenAI's chat completions as documented, streaming only. Its replies follow a script:
 *
 *     const server = await startFakeOpenAi([
 *       { fault: { status: 429, headers: { "retry-after": "2" } } },
 *       { pieces: ["Run ", "it."], usage: { input: 12, output: 3, cacheRead: 8 } },
 *       { refusal: "I cannot help with that." },
 *     ]);
 *     onTestFinished(server.close);
 *
 * `server.url` is what DOCENT_MODEL_URL takes, `server.requests` holds every request for assertions. Like Ollama it needs
 * no key. Usage is sent only where the request asks for it; `usage.input` includes `usage.cacheRead`, as in the API.
 */
export function startFakeOpenAi(script: ModelScript): Promise<FakeModelServer> {
  return startModelServer(openai, script);
}

/** The body of an error as the API sends it. */
export function openaiError(code: string, message: string, type = "invalid_request_error") {
  return { error: { message, type, param: null, code } };
}

const openai: ModelProtocol = {
  basePath: "/v1",
  refuse({ path, body }) {
    if (path !== "/v1/chat/completions")
      return { status: 404, body: openaiError("not_found", `no such path: ${path}`) };
    const fault = bodyRule.safeParse(body).error?.issues[0];
    if (!fault) return undefined;
    const text = `${fault.path.join(".")}: ${fault.message}`;
    return { status: 400, body: openaiError("invalid_value", text) };
  },
  begin: (request) => [chunk(request, { role: "assistant", content: "" })],
  piece: (request, content) => [chunk(request, { content })],
  end: (request, reply) => [
    ...(reply.refusal === undefined ? [] : [chunk(request, { refusal: reply.refusal })]),
    ...(reply.calls ?? []).flatMap((call, index) => callChunks(request, call, index)),
    chunk(request, {}, stopOf(reply)),
    ...(wantsUsage(request) ? [usageChunk(request, reply)] : []),
    "data: [DONE]\n\n",
  ],
};

const bodyRule = z.object({
  model: z.string().min(1),
  stream: z.literal(true),
  max_tokens: z.int().min(1).optional(),
  messages: z
    .array(z.object({ role: z.enum(["system", "user", "assistant", "tool"]) }).loose())
    .min(1),
  tools: z.array(z.object({ type: z.literal("function") }).loose()).optional(),
});

function wantsUsage({ body }: ModelRequest): boolean {
  const rule = z.object({ stream_options: z.object({ include_usage: z.literal(true) }) });
  return rule.safeParse(body).success;
}

/** The first chunk names the call, the others bring its arguments, cut anywhere. */
function callChunks(
  request: ModelRequest,
  call: { id?: string; name: string; input: unknown },
  index: number,
): string[] {
  const json = typeof call.input === "string" ? call.input : JSON.stringify(call.input);
  const half = Math.ceil(json.length / 2);
  const { id = `call_${index + 1}`, name } = call;
  const begin = { index, id, type: "function", function: { name, arguments: "" } };
  const rest = [json.slice(0, half), json.slice(half)].map((text) => ({
    index,
    function: { arguments: text },
  }));
  return [begin, ...rest].map((one) => chunk(request, { tool_calls: [one] }));
}

function stopOf({ stop, calls = [] }: ScriptedReply): string {
  return stop ?? (calls.length > 0 ? "tool_calls" : "stop");
}

function usageChunk(request: ModelRequest, { usage = {} }: ScriptedReply): string {
  const { input = 1, output = 1, cacheRead = 0 } = usage;
  return sse({
    ...head(request),
    choices: [],
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cacheRead },
    },
  });
}

function chunk(request: ModelRequest, delta: unknown, finish: string | null = null): string {
  return sse({ ...head(request), choices: [{ index: 0, delta, finish_reason: finish }] });
}

function head({ body }: ModelRequest) {
  const id = "chatcmpl-1";
  return { id, object: "chat.completion.chunk", created: 1_900_000_000, model: body.model };
}
