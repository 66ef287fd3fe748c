import { expect, test } from "vitest";
import { createPass } from "./pass.ts";

const facts = { root: "/docs/acme", domain: "acme", path: "keys", ref: "", panel: "/panel.js" };
const hourMs = 3_600_000;

test("a page that slept past the end of its pass asks with a new one", async () => {
  const { pass, clock, asked } = setUp();
  expect(await Promise.all([pass.authorization(), pass.authorization()])).toEqual([
    "Bearer rdr_1",
    "Bearer rdr_1",
  ]);
  clock.now += hourMs / 2;
  expect(await pass.authorization()).toBe("Bearer rdr_1");
  clock.now += hourMs;
  expect(await pass.authorization()).toBe("Bearer rdr_2");
  expect(asked).toEqual(["/docs/acme/-/pass?", "/docs/acme/-/pass?"]);
});

test("a renewal that failed is tried again by the next question", async () => {
  const { pass, clock, server } = setUp();
  await pass.authorization();
  clock.now += 2 * hourMs;
  server.status = 503;
  await expect(pass.authorization()).rejects.toThrow("No pass was given.");
  server.status = 200;
  expect(await pass.authorization()).toBe("Bearer rdr_3");
});

test("a reader who may no longer ask is refused by the question itself", async () => {
  const { pass, clock, server } = setUp();
  await pass.authorization();
  clock.now += 2 * hourMs;
  server.status = 404;
  expect(await pass.authorization()).toBe("Bearer rdr_1");
});

function setUp() {
  const clock = { now: 1_000 };
  const server = { status: 200 };
  const asked: string[] = [];
  const pass = createPass(facts, {
    now: () => clock.now,
    async get(address) {
      asked.push(address);
      const body = { pass: `rdr_${asked.length}`, seconds: hourMs / 1_000, mayAsk: true };
      return Response.json(body, { status: server.status });
    },
  });
  return { pass, clock, server, asked };
}
