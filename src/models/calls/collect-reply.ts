import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";

/** A streamed reply as one. Throws what an error part holds. */
export async function collectReply({
  stream,
  request,
  response,
}: LanguageModelV4StreamResult): Promise<LanguageModelV4GenerateResult> {
  const reply: Reply = { content: [], open: new Map(), warnings: [], metadata: {} };
  for await (const part of stream) take(reply, part);
  if (!reply.finish) throw new Error("the reply ended without a finish");
  const { usage, finishReason, providerMetadata } = reply.finish;
  return {
    content: reply.content.filter((one) => one.type !== "text" || one.text !== ""),
    finishReason,
    usage,
    warnings: reply.warnings,
    ...(providerMetadata && { providerMetadata }),
    ...(request && { request }),
    response: { ...response, ...reply.metadata },
  };
}

type Part<Type extends LanguageModelV4StreamPart["type"]> = Extract<
  LanguageModelV4StreamPart,
  { type: Type }
>;
type Block = Extract<LanguageModelV4Content, { type: "text" | "reasoning" }>;
type Reply = {
  content: LanguageModelV4Content[];
  /** Blocks of text and reasoning that are being written, by id. */
  open: Map<string, Block>;
  warnings: Part<"stream-start">["warnings"];
  metadata: Omit<Part<"response-metadata">, "type">;
  finish?: Part<"finish">;
};

function take(reply: Reply, part: LanguageModelV4StreamPart): void {
  switch (part.type) {
    case "error":
      throw part.error;
    case "stream-start":
      reply.warnings = part.warnings;
      return;
    case "response-metadata": {
      const { type, ...metadata } = part;
      reply.metadata = metadata;
      return;
    }
    case "text-start":
    case "reasoning-start":
      begin(reply, part);
      return;
    case "text-delta":
    case "reasoning-delta":
    case "text-end":
    case "reasoning-end":
      extend(reply, part);
      return;
    case "finish":
      reply.finish = part;
      return;
    case "tool-call":
    case "tool-result":
    case "tool-approval-request":
    case "file":
    case "reasoning-file":
    case "source":
      reply.content.push(part);
  }
}

function begin(reply: Reply, part: Part<"text-start" | "reasoning-start">): void {
  const { providerMetadata } = part;
  const type = part.type === "text-start" ? "text" : "reasoning";
  const block: Block = { type, text: "", ...(providerMetadata && { providerMetadata }) };
  reply.open.set(`${type} ${part.id}`, block);
  reply.content.push(block);
}

/** What a provider needs to recognise its own words in the next request comes with the last part of a block. */
function extend(
  reply: Reply,
  part: Part<"text-delta" | "reasoning-delta" | "text-end" | "reasoning-end">,
): void {
  const type = part.type.startsWith("text") ? "text" : "reasoning";
  const block = reply.open.get(`${type} ${part.id}`);
  if (!block) return;
  if ("delta" in part) block.text += part.delta;
  if (part.providerMetadata) block.providerMetadata = part.providerMetadata;
}
