import { expect, onTestFinished, test } from "vitest";
import { type StoreKind, storeKinds } from "./harness.ts";
import { makeTree } from "./make-tree.ts";
import { createTestDatabase } from "./postgres.ts";
import { type Acknowledged, readInto } from "./reading-client.ts";
import { askServer, newDataFolder, type ServerProcess, serveUntilEnd } from "./server-process.ts";

const key = `svc_dsc_${"k".repeat(32)}`;
const promisedMs = 30_000;
const rounds = 10;

async function makePlace(kind: StoreKind) {
  const database = kind === "postgres" ? await createTestDatabase() : undefined;
  if (database) onTestFinished(database.drop);
  const steps = Array.from(
    { length: 40 },
    (_, step) => `## Step ${step}\n\nGrease joint ${step}.\n`,
  );
  const docs = await makeTree({ "grease.md": `# Grease\n\n${steps.join("\n")}` });
  const settings = {
    DOCENT_ASSISTANT_KEY: key,
    DOCENT_ADDRESS_REQUESTS_PER_MINUTE: "1000000",
    DOCENT_LOG_LEVEL: "error",
    DOCENT_DASHBOARD: "off",
    ...(database && { DATABASE_URL: database.url }),
  };
  const data = await newDataFolder();
  return () => serveUntilEnd(["--data", data, "--docs", docs.root], settings);
}

/** Asks many at once and kills the process when the first of them has been told that it is heard. */
async function askAndKill(server: ServerProcess, round: number): Promise<Acknowledged[]> {
  const heard: Acknowledged[] = [];
  const first = Promise.withResolvers<void>();
  const asking = Array.from({ length: 12 }, async (_, index) => {
    const chatId = `chat-of-round-${round}-number-${index}`;
    const more = { id: chatId, accept: "text/event-stream" };
    const response = await askServer(server.url, key, `How is joint ${index} greased?`, more);
    const threadId = response.headers.get("x-thread-id") ?? "";
    const one = { question: "", chatId, threadId, events: new Map(), isDone: false };
    heard.push(one);
    first.resolve();
    await readInto(one, response);
  });
  const settled = Promise.allSettled(asking);
  await first.promise;
  await server.end("SIGKILL");
  await settled;
  return heard.filter(({ isDone }) => !isDone);
}

test.each(storeKinds)(
  "%s: a reader of a killed process gets one error from the next within the promised time",
  {
    timeout: 400_000,
  },
  async (kind) => {
    const serve = await makePlace(kind);
    let left: Acknowledged[] = [];
    let killedAt = 0;
    for (let round = 1; round <= rounds && left.length === 0; round += 1) {
      left = await askAndKill(await serve(), round);
      killedAt = performance.now();
    }
    expect(left.length).toBeGreaterThan(0);
    const next = await serve();
    const headers = { authorization: `Bearer ${key}` };
    const signal = AbortSignal.timeout(Math.ceil(promisedMs - (performance.now() - killedAt)));
    for (const one of left) {
      const url = `${next.url}/discovery/v2/assistant/docent/message/${one.chatId}/stream`;
      const lastEventId = String(one.events.size);
      const resumed = await fetch(url, {
        headers: { ...headers, "last-event-id": lastEventId },
        signal,
      });
      await readInto(one, resumed);
      const ends = [...one.events.values()].filter((event) => isEnd(event));
      expect(ends).toEqual([{ type: "error", errorText: expect.stringMatching(/ask again/) }]);
      expect(one.isDone).toBe(true);
    }
  },
);

function isEnd(event: unknown): boolean {
  return /"type":"(?:error|finish|abort)"/.test(JSON.stringify(event));
}
