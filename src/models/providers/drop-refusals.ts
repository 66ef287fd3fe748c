import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { z } from "zod";

const refusingChunk = z.object({
  choices: z.array(z.object({ delta: z.object({ refusal: z.string().min(1) }) })).min(1),
});

/** Takes the words of a refusal out of a stream with raw parts, and ends it with the reason `content-filter`. */
export function dropRefusals({
  keepRaw,
}: {
  keepRaw: boolean;
}): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  let refused = false;
  let words: string | undefined;
  return new TransformStream({
    transform(part, controller) {
      if (part.type === "raw") {
        words = refusingChunk.safeParse(part.rawValue).data?.choices[0]?.delta.refusal;
        refused ||= words !== undefined;
        if (keepRaw) controller.enqueue(part);
        return;
      }
      if (part.type === "text-delta" && part.delta === words) return;
      controller.enqueue(part.type === "finish" && refused ? refusal(part) : part);
    },
  });
}

function refusal(part: Extract<LanguageModelV4StreamPart, { type: "finish" }>) {
  return { ...part, finishReason: { ...part.finishReason, unified: "content-filter" as const } };
}
