import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** The least a server on the same framework can be: one route, nothing stored. */
const app = new Hono();
app.get("/", (context) => context.text("ready"));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`);
});
