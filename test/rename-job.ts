import type { ModelRequest, ScriptedReply } from "./model-script.ts";

/** What a docs lead asks for, and the docs it is asked of. */
export const renameInstruction =
  "In version 3 we renamed channels to topics. Rename it across the docs, add a short guide for people who move from channels to topics, and list it in the navigation.";

const navigation = {
  name: "Relay",
  navigation: {
    groups: [
      { group: "Start", pages: ["index", "quickstart"] },
      { group: "Guides", pages: ["guides/channels", "guides/publish"] },
      { group: "Reference", pages: ["reference/api", "reference/limits"] },
    ],
  },
};

export const renameDocs: Record<string, string> = {
  "docs.json": `${JSON.stringify(navigation, null, 2)}\n`,
  "AGENTS.md":
    "# Writing for Relay\n\nHeadings are in sentence case. Address the reader as *you*. Every page begins with what it helps to do.\nTitles of changes follow the form `docs: what changes`.\n",
  "index.mdx":
    '---\ntitle: "Relay"\ndescription: "Messages between your services"\n---\n\nRelay carries messages between your services. You send them to a [channel](/guides/channels), and every service that listens gets them.\n',
  "quickstart.mdx":
    '---\ntitle: "Quickstart"\ndescription: "Send a first message"\n---\n\nSend a first message in two steps.\n\n1. [Create a channel](/guides/channels#create-a-channel).\n2. [Publish a message](/guides/publish) to it.\n',
  "guides/channels.mdx":
    '---\ntitle: "Channels"\ndescription: "Where messages go"\n---\n\nA channel carries the messages of one subject.\n\n## Create a channel\n\n```bash\nrelay create orders\n```\n\n## Delete a channel\n\nA deleted channel keeps its messages for a day. See the [limits](../reference/limits.mdx).\n',
  "guides/publish.mdx":
    '---\ntitle: "Publish messages"\ndescription: "Send messages to whoever listens"\n---\n\nPublish to a [channel](./channels.mdx) from any service.\n\n```bash\nrelay publish orders "hello"\n```\n\n<Note>\n  A channel that nobody listens to drops its messages after an hour.\n</Note>\n',
  "reference/api.mdx":
    '---\ntitle: "API"\ndescription: "Every call"\n---\n\n| Call | What it does |\n|---|---|\n| `POST /v3/topics` | Creates a channel |\n| `DELETE /v3/topics/{name}` | Deletes a channel |\n',
  "reference/limits.mdx":
    '---\ntitle: "Limits"\ndescription: "How much is possible"\n---\n\nAn account has up to 500 channels. A message has up to 64 KB.\n',
};

const guide = `---
title: "Move from channels to topics"
description: "What changes for you in version 3"
---

In version 3 channels are called topics. This page tells you what to change.

## What stays

Names, messages and limits stay as they are: an account has up to 500 topics, as it had channels.

## What to change

Call \`POST /v3/topics\` where you called the channels endpoint, then [publish](/guides/publish) as before. How topics work is told in
[Topics](/guides/topics).
`;

type Call = { name: string; input: Record<string, unknown> };
const edit = (path: string, old: string, text: string): Call => ({
  name: "edit_file",
  input: { path, old, new: text },
});

const todo = (id: string, content: string, status: string) => ({
  ...{ id, content, status },
  priority: "high",
});
const todos = (...states: string[]): Call => ({
  name: "set_todos",
  input: {
    todos: [
      todo("1", "Rename the page and the term", states[0] ?? "pending"),
      todo("2", "Write the guide", states[1] ?? "pending"),
      todo("3", "List it and check", states[2] ?? "pending"),
    ],
  },
});

const finish: Call = {
  name: "finish",
  input: {
    title: "Rename channels to topics",
    summary:
      "- Renamed channels to topics on every page, and moved `guides/channels` to `guides/topics`.\n- Added a guide for people who move from channels to topics, and listed it.",
    messageToUser:
      "Channels are topics everywhere now, and there is a guide for people who move over.",
    claims: [
      {
        text: "An account has up to 500 topics.",
        path: "reference/limits.mdx",
        line: 6,
      },
      { text: "Messages keep their names and limits in version 3." },
    ],
  },
};

/** What a capable model does about it, step by step: among other things it breaks a link, and repairs it when it is told. */
export const renameSteps: { text?: string; calls: Call[] }[] = [
  {
    text: "I look at the docs first.",
    calls: [todos("in_progress"), { name: "list_files", input: {} }],
  },
  { calls: [{ name: "search_text", input: { query: "channel" } }] },
  {
    calls: ["guides/channels.mdx", "quickstart.mdx", "guides/publish.mdx"].map((path) => ({
      name: "read_file",
      input: { path },
    })),
  },
  {
    text: "The page moves first; its links and its place in the navigation follow.",
    calls: [{ name: "move_file", input: { from: "guides/channels.mdx", to: "guides/topics.mdx" } }],
  },
  {
    calls: [
      edit("guides/topics.mdx", 'title: "Channels"', 'title: "Topics"'),
      edit("guides/topics.mdx", "A channel carries", "A topic carries"),
      edit("guides/topics.mdx", "## Create a channel", "## Create a topic"),
      edit(
        "guides/topics.mdx",
        "## Delete a channel\n\nA deleted channel",
        "## Delete a topic\n\nA deleted topic",
      ),
    ],
  },
  {
    calls: [
      edit("index.mdx", "to a [channel](", "to a [topic]("),
      edit("guides/publish.mdx", "Publish to a [channel](", "Publish to a [topic]("),
      edit("guides/publish.mdx", "A channel that nobody", "A topic that nobody"),
    ],
  },
  {
    calls: [
      edit("reference/api.mdx", "| Creates a channel |", "| Creates a topic |"),
      edit("reference/api.mdx", "| Deletes a channel |", "| Deletes a topic |"),
      edit("reference/limits.mdx", "up to 500 channels", "up to 500 topics"),
    ],
  },
  {
    text: "Now the guide.",
    calls: [
      { name: "write_file", input: { path: "guides/move-to-topics.mdx", content: guide } },
      todos("completed", "completed", "in_progress"),
    ],
  },
  {
    calls: [
      edit("docs.json", '"guides/publish"', '"guides/publish",\n          "guides/move-to-topics"'),
    ],
  },
  { calls: [finish] },
  {
    text: "The quickstart still points to the old heading.",
    calls: [
      edit(
        "quickstart.mdx",
        "[Create a channel](/guides/topics#create-a-channel)",
        "[Create a topic](/guides/topics#create-a-topic)",
      ),
      { name: "check", input: {} },
    ],
  },
  { calls: [todos("completed", "completed", "completed"), finish] },
];

/** The step a request asks for, as a model sees it: one more than it has done. */
export function stepOf({ body }: ModelRequest): number {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  return messages.filter(({ role }) => role === "assistant").length + 1;
}

export function renameReply(step: number): ScriptedReply {
  const { text, calls = [] } = renameSteps[step - 1] ?? {};
  return {
    ...(text !== undefined && { pieces: [text] }),
    calls: calls.map((call, index) => ({ ...call, id: `toolu_${step}_${index + 1}` })),
    usage: { input: 1_000 * step, output: 100 },
  };
}
