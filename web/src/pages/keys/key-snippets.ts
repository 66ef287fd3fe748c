import type { KeyKind } from "../../../../src/contract/keys.ts";
import type { Language } from "../../highlight/language.ts";

/** A key in the one moment it is known. */
export type MadeKey = {
  key: string;
  kind: KeyKind;
  label: string;
  origins: string[];
  isSecret: boolean;
};

type SnippetInput = Omit<MadeKey, "label" | "isSecret"> & {
  domain: string;
  /** Scheme, host and port of this server. */
  address: string;
};

export type Snippet = { name: string; label: string; text: string; language: Language };

/** Ready to paste: the real address and the real key. */
export function keySnippets(input: SnippetInput): Snippet[] {
  if (input.kind === "admin") {
    return [
      { name: "Start a job", label: "Terminal", text: startJob(input), language: "plain" },
      { name: "List jobs", label: "Terminal", text: listJobs(input), language: "plain" },
    ];
  }
  return [
    { name: "curl", label: "Terminal", text: askCurl(input), language: "plain" },
    {
      name: "useChat",
      label: "React, npm install ai @ai-sdk/react",
      text: chatHook(input),
      language: "script",
    },
  ];
}

const endpoint = ({ address, domain }: SnippetInput) =>
  `${address}/discovery/v2/assistant/${domain}/message`;

/** A key limited to origins is refused without one, so the line brings the first of them along. */
function askCurl(input: SnippetInput): string {
  const origin = input.origins[0];
  return [
    `curl -N ${endpoint(input)} \\`,
    `  -H "Authorization: Bearer ${input.key}" \\`,
    '  -H "Content-Type: application/json" \\',
    ...(origin ? [`  -H "Origin: ${origin}" \\`] : []),
    `  -d '{"messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"How do I get started?"}]}]}'`,
  ].join("\n");
}

function chatHook(input: SnippetInput): string {
  return `import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";

const { messages, sendMessage, status } = useChat({
  transport: new DefaultChatTransport({
    api: "${endpoint(input)}",
    headers: { Authorization: "Bearer ${input.key}" },
    body: { fp: "anonymous", retrievalPageSize: 5, context: [] },
  }),
});`;
}

function startJob({ address, domain, key }: SnippetInput): string {
  return [
    `curl -N ${address}/v1/agent/${domain}/job \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"messages":[{"role":"user","content":"Fix broken links"}],"branch":"docs/fix-links","asDraft":true,"model":"sonnet"}'`,
  ].join("\n");
}

function listJobs({ address, domain, key }: SnippetInput): string {
  return [`curl ${address}/v1/agent/${domain}/jobs \\`, `  -H "Authorization: Bearer ${key}"`].join(
    "\n",
  );
}
