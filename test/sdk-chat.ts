import type { AbstractChat, ChatState, HttpChatTransportInitOptions, UIMessage } from "ai";

type Sdk = typeof import("ai");

/** Strict and lenient releases of each major version: the first and the newest. */
export const sdkReleases = [
  "ai-5-0-0",
  "ai-5-latest",
  "ai-6-0-0",
  "ai-6-latest",
  "ai-7-0-0",
  "ai",
] as const;
export type SdkRelease = (typeof sdkReleases)[number];

export type ChatOptions = {
  id?: string;
  messages?: UIMessage[];
  transport: HttpChatTransportInitOptions<UIMessage>;
};

/** A release's own chat on its own transport, as `useChat` builds it, with its state in memory. */
export async function openChat(
  release: SdkRelease,
  options: ChatOptions,
): Promise<AbstractChat<UIMessage>> {
  const sdk: Sdk = await import(/* @vite-ignore */ release);
  class Chat extends sdk.AbstractChat<UIMessage> {}
  return new Chat({
    ...(options.id !== undefined && { id: options.id }),
    transport: new sdk.DefaultChatTransport(options.transport),
    state: memoryState(options.messages ?? []),
  });
}

export function partsOf<Type extends string>(
  message: UIMessage | undefined,
  type: Type,
): Extract<UIMessage["parts"][number], { type: Type }>[] {
  const isWanted = (
    part: UIMessage["parts"][number],
  ): part is Extract<UIMessage["parts"][number], { type: Type }> => part.type === type;
  return (message?.parts ?? []).filter(isWanted);
}

export function textOfMessage(message: UIMessage | undefined): string {
  return partsOf(message, "text")
    .map((part) => part.text)
    .join("");
}

function memoryState(messages: UIMessage[]): ChatState<UIMessage> {
  return {
    status: "ready",
    error: undefined,
    messages,
    pushMessage(message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index, message) {
      this.messages = this.messages.with(index, structuredClone(message));
    },
    snapshot: (thing) => structuredClone(thing),
  };
}
