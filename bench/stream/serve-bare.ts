import { serve } from "@hono/node-server";
import { convertToModelMessages, streamText, type UIMessage } from "ai";
import { Hono } from "hono";
import { pacedModel } from "./script.ts";
import { serveParent } from "./serve.ts";

/** The least a chat endpoint on the AI SDK can be: no search, no record, no resume, no key. */
serveParent(async ({ pace }) => {
  const model = pacedModel(pace);
  const app = new Hono();
  app.post("/chat", async (context) => {
    const { messages } = await context.req.json<{ messages: UIMessage[] }>();
    const result = streamText({
      model,
      messages: await convertToModelMessages(messages),
      abortSignal: context.req.raw.signal,
    });
    return result.toUIMessageStreamResponse();
  });
  const port = await new Promise<number>((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (info) => resolve(info.port));
  });
  return { url: `http://127.0.0.1:${port}/chat`, headers: {} };
});
