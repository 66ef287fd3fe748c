import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createTestNode, readEvents } from "./harness.ts";
import { createJobNode, jobEvents, task } from "./job-node.ts";

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const attribute = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
});
/** `Span` of opentelemetry/proto/trace/v1/trace.proto, in the JSON that OTLP/HTTP prescribes. */
const spanShape = z.strictObject({
  ...{ traceId: hex(32), spanId: hex(16), parentSpanId: hex(16).optional() },
  ...{ name: z.string().min(1), kind: z.int().min(1).max(5) },
  ...{
    startTimeUnixNano: z.string().regex(/^\d{19}$/),
    endTimeUnixNano: z.string().regex(/^\d{19}$/),
  },
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.literal(2).optional() }),
});
const tracesShape = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(spanShape) }),
      ),
    }),
  ),
});
type Sent = z.infer<typeof spanShape>;

async function startCollector() {
  const bodies: string[] = [];
  const spans: Sent[] = [];
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    if (request.url === "/v1/traces")
      for (const { scopeSpans } of tracesShape.parse(JSON.parse(body)).resourceSpans)
        spans.push(...scopeSpans.flatMap((one) => one.spans));
    reply.end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const telemetry = { endpoint, headers: {}, serviceName: "docent" };
  return { spans, bodies, telemetry };
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const caller = "00f067aa0ba902b7";

test("a question is one trace, from the request of a caller who names one to its search and its text", async () => {
  const { spans, bodies, telemetry } = await startCollector();
  const node = await createTestNode({ settings: { telemetry } });
  const traceparent = `00-${traceId}-${caller}-01`;
  const question = "How do I revoke the secret sauce key?";
  const asked = await node.ask(
    { messages: [{ role: "user", parts: [{ type: "text", text: question }] }] },
    "",
    { traceparent },
  );
  await readEvents(asked);
  await node.request("/readyz");
  await node.drain(0);
  expect(spans.map(({ name }) => name).sort()).toEqual([
    "POST /discovery/v2/assistant/{domain}/message",
    "answer",
    "search",
    "write",
  ]);
  const named = Object.fromEntries(spans.map((span) => [span.name.split(" ")[0], span]));
  expect(spans.every((span) => span.traceId === traceId)).toBe(true);
  expect(named.POST?.parentSpanId).toBe(caller);
  expect(named.answer?.parentSpanId).toBe(named.POST?.spanId);
  expect(named.search?.parentSpanId).toBe(named.answer?.spanId);
  expect(named.write?.parentSpanId).toBe(named.answer?.spanId);
  const sent = bodies.join("\n");
  expect(sent).toContain("docent_answers_total");
  expect(sent).not.toContain("sauce");
  expect(sent).not.toContain(node.keys.assistant);
});

test("a job and its steps are a trace", async () => {
  const { spans, telemetry } = await startCollector();
  const node = await createJobNode({ settings: { telemetry } });
  await node.jobs.startWorker();
  await jobEvents(await node.createJob(task("Rename “key” to “token” everywhere.")));
  await node.drain(1_000);
  const job = spans.find(({ name }) => name === "job");
  const steps = spans.filter(({ name }) => name === "job step");
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.every(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
});
