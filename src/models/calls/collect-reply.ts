import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";

type Part<Type extends LanguageModelV4StreamPart["type"]> = Extract<
  LanguageModelV4StreamPart,
  { type: Type }
>;
type Block = Extract<LanguageModelV4Content, { type: "text" | "reasoning" }>;

/** A streamed reply as one. Throws what an error part holds. */
export async function collectReply({
  stream,
  request,
  response,
}: LanguageModelV4StreamResult): Promise<LanguageModelV4GenerateResult> {
  const content = collectContent();
  let metadata: Omit<Part<"response-metadata">, "type"> = {};
  let finish: Part<"finish"> | undefined;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "finish") finish = part;
    if (part.type === "response-metadata") {
      const { type, ...rest } = part;
      metadata = rest;
    }
    content.add(part);
  }
  if (!finish) throw new Error("the reply ended without a finish");
  const { usage, finishReason, providerMetadata } = finish;
  return {
    content: content.all(),
    finishReason,
    usage,
    warnings: [],
    ...(providerMetadata && { providerMetadata }),
    ...(request && { request }),
    response: { ...response, ...metadata },
  };
}

/** What a reply is made of, as its parts come. */
export function collectContent() {
  const blocks = new Map<string, Block>();
  const content: LanguageModelV4Content[] = [];
  return {
    add: (part: LanguageModelV4StreamPart) => void content.push(...newContent(part, blocks)),
    all: () => content.filter((one) => one.type !== "text" || one.text !== ""),
  };
}

/** `blocks` are the texts and reasonings that are being written, by kind and id. */
function newContent(
  part: LanguageModelV4StreamPart,
  blocks: Map<string, Block>,
): LanguageModelV4Content[] {
  switch (part.type) {
    case "text-start":
    case "reasoning-start": {
      const { providerMetadata } = part;
      const type = part.type === "text-start" ? "text" : "reasoning";
      const block: Block = { type, text: "", ...(providerMetadata && { providerMetadata }) };
      blocks.set(`${type} ${part.id}`, block);
      return [block];
    }
    case "text-delta":
    case "reasoning-delta":
    case "text-end":
    case "reasoning-end": {
      const block = blocks.get(`${part.type.split("-", 1)} ${part.id}`);
      if (block && "delta" in part) block.text += part.delta;
      // What a provider needs to recognise its own words in the next request comes with the last part of a block.
      if (block && part.providerMetadata) block.providerMetadata = part.providerMetadata;
      return [];
    }
    case "tool-call":
    case "tool-result":
    case "tool-approval-request":
    case "file":
    case "reasoning-file":
    case "source":
      return [part];
    default:
      return [];
  }
}
