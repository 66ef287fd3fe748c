import type { Access, Route } from "../route.ts";

export type CodeSample = { name: string; code: string };

const keyOf: Partial<Record<Access, string>> = {
  assistant: "svc_dsc_…",
  reader: "svc_dsc_…",
  admin: "svc_…",
};

/** How an operation is called: from a terminal, from JavaScript and, where it applies, with the AI SDK. */
export function codeSamples(route: Route, publicUrl: string): CodeSample[] {
  const isChat = route.path.endsWith("/message") && route.access === "assistant";
  return [
    { name: "curl", code: curl(route, publicUrl) },
    { name: "JavaScript", code: javascript(route, publicUrl) },
    ...(isChat ? [{ name: "React (useChat)", code: chatOfReact(route, publicUrl) }] : []),
  ];
}

function curl(route: Route, publicUrl: string): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => `$${shellName(name)}`);
  const body = bodyOf(route);
  return [
    `curl${route.method === "post" ? " -X POST" : ""} "${publicUrl}${path}"`,
    ...headersOf(route).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body ? [`-d '${body.replaceAll("'", "'\\''")}'`] : []),
  ].join(" \\\n  ");
}

function shellName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function javascript(route: Route, publicUrl: string): string {
  const isStream = isStreamed(route);
  const read = isStream
    ? "for await (const text of response.body.pipeThrough(new TextDecoderStream()))\n  console.log(text);"
    : `console.log(await response.${isJson(route) ? "json" : "text"}());`;
  return `const response = await fetch(${address(route, publicUrl)}, ${options(route)});\n${read}`;
}

function address(route: Route, publicUrl: string): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${name}}`);
  return path.includes("${") ? `\`${publicUrl}${path}\`` : `"${publicUrl}${path}"`;
}

function options(route: Route): string {
  const headers = headersOf(route).map(([name, value]) => `    "${name}": "${value}",`);
  const lines = [
    `  method: "${route.method.toUpperCase()}",`,
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(route.body ? [`  body: JSON.stringify(${bodyOf(route).replaceAll("\n", "\n  ")}),`] : []),
  ];
  return `{\n${lines.join("\n")}\n}`;
}

function chatOfReact(route: Route, publicUrl: string): string {
  return `import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";

const { messages, sendMessage } = useChat({
  transport: new DefaultChatTransport({
    api: ${address(route, publicUrl)},
    headers: { Authorization: "Bearer ${keyOf.assistant}" },
    body: { fp: "anonymous" },
  }),
});`;
}

function headersOf(route: Route): [string, string][] {
  const key = keyOf[route.access];
  return [
    ...(key ? [["Authorization", `Bearer ${key}`] as [string, string]] : []),
    ...(route.body ? [["Content-Type", "application/json"] as [string, string]] : []),
  ];
}

function bodyOf({ body, docs }: Route): string {
  if (!body) return "";
  return JSON.stringify(docs.requestExample ?? {}, null, 2);
}

function isStreamed({ docs }: Route): boolean {
  return docs.responses[0]?.contentType === "text/event-stream";
}

function isJson({ docs }: Route): boolean {
  return (docs.responses[0]?.contentType ?? "application/json") === "application/json";
}
