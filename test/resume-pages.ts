import { build } from "vite";
import { root } from "./server-process.ts";

/** How a page chats: with a release's own chat class, or with the React hook of the newest one. */
export type PageKind = { name: string; source: string };

const shared = `
const api = "/discovery/v2/assistant/acme/message";
const headers = { Authorization: "Bearer " + location.hash.slice(1) };
const key = (name) => "docs-chat-" + name;
function chatId() {
  const saved = sessionStorage.getItem(key("id"));
  if (saved) return saved;
  const fresh = generateId();
  sessionStorage.setItem(key("id"), fresh);
  return fresh;
}
const savedMessages = () => JSON.parse(sessionStorage.getItem(key("messages")) ?? "[]");
const save = (messages) => sessionStorage.setItem(key("messages"), JSON.stringify(messages));
const textOf = (message) => message.parts.filter((part) => part.type === "text").map((part) => part.text).join("");
`;

/** What the hooks of every framework do around the chat class, without a framework. */
function classPage(release: string): PageKind {
  const source = `
import { AbstractChat, DefaultChatTransport, generateId } from "${release}";
${shared}
class Chat extends AbstractChat {}
const view = { status: "ready", error: undefined, messages: savedMessages() };
const state = {
  get status() { return view.status; },
  set status(status) { view.status = status; show(); },
  get error() { return view.error; },
  set error(error) { view.error = error; show(); },
  get messages() { return view.messages; },
  set messages(messages) { view.messages = messages; show(); },
  pushMessage(message) {
    this.messages = [...this.messages, message];
    if (message.role === "user") save(view.messages);
  },
  popMessage() { this.messages = this.messages.slice(0, -1); },
  replaceMessage(index, message) { this.messages = this.messages.with(index, structuredClone(message)); },
  snapshot: (thing) => structuredClone(thing),
};
function show() {
  document.querySelector("#status").textContent = view.status + (view.error ? " " + view.error.message : "");
  document.querySelector("#messages").replaceChildren(...view.messages.map((message) => {
    const line = document.createElement("p");
    line.className = message.role;
    line.textContent = textOf(message);
    return line;
  }));
}
const chat = new Chat({
  id: chatId(),
  state,
  transport: new DefaultChatTransport({ api, headers }),
  onFinish: () => save(view.messages),
});
document.querySelector("#ask").addEventListener("click", () => chat.sendMessage({ text: "How do I create a key?" }));
show();
chat.resumeStream();
`;
  return { name: release, source };
}

const hookPage: PageKind = {
  name: "@ai-sdk/react",
  source: `
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, generateId } from "ai";
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
${shared}
const transport = new DefaultChatTransport({ api, headers });
function Page() {
  const { messages, sendMessage, status, error } = useChat({
    id: chatId(),
    messages: savedMessages(),
    resume: true,
    transport,
    onFinish: ({ messages }) => save(messages),
  });
  useEffect(() => {
    if (messages.at(-1)?.role === "user") save(messages);
  }, [messages]);
  useEffect(() => {
    document.querySelector("#status").textContent = status + (error ? " " + error.message : "");
  }, [status, error]);
  useEffect(() => {
    const ask = () => sendMessage({ text: "How do I create a key?" });
    document.querySelector("#ask").addEventListener("click", ask);
    return () => document.querySelector("#ask").removeEventListener("click", ask);
  }, [sendMessage]);
  return messages.map((message) => createElement("p", { key: message.id, className: message.role }, textOf(message)));
}
createRoot(document.querySelector("#messages")).render(createElement(Page));
`,
};

export const pageKinds = [classPage("ai-5-latest"), classPage("ai-6-latest"), hookPage];

export const pageHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title>
<link rel="icon" href="data:,"><button id="ask">Ask</button><p id="status"></p><div id="messages"></div>
<script type="module" src="/page.js"></script></html>`;

/** The page's script with everything it imports, as a site's own build would make it. */
export async function bundlePage({ source }: PageKind): Promise<string> {
  const entry = "\0page";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root,
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, rollupOptions: { input: "page", output: { codeSplitting: false } } },
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "page" ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs.flatMap((one) => ("output" in one ? one.output : []))[0];
  if (chunk?.type !== "chunk") throw new Error("the page could not be bundled");
  return chunk.code;
}
