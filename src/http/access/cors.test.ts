import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { preflight } from "./cors.ts";

const message = "/discovery/v2/assistant/acme/message";

function asks(headers: string | null): Request {
  return new Request("http://docent.test/", {
    method: "OPTIONS",
    headers: headers === null ? {} : { "access-control-request-headers": headers },
  });
}

test("the headers a browser asks for are allowed", () => {
  const { headers, status } = preflight(asks("authorization, x-fp"), ["POST"]);
  expect(status).toBe(204);
  expect(headers.get("access-control-allow-headers")).toBe("authorization, x-fp");
  expect(headers.get("access-control-allow-methods")).toBe("POST");
});

test("names that are no header names are left out", () => {
  const { headers } = preflight(asks("x-ok, bad header, <b>, , x-fine"), ["POST"]);
  expect(headers.get("access-control-allow-headers")).toBe("x-ok, x-fine");
});

test("the header of the dashboard's own pages is granted to nobody", () => {
  const { headers } = preflight(asks("x-fp, X-Docent-Dashboard"), ["POST"]);
  expect(headers.get("access-control-allow-headers")).toBe("x-fp");
});

test("a preflight that asks for nothing is told the usual headers", () => {
  expect(preflight(asks(null), ["POST"]).headers.get("access-control-allow-headers")).toBe(
    "authorization, content-type",
  );
});

test("a flood of names is cut", () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `x-${index}`).join(",");
  const allowed = preflight(asks(many), ["POST"]).headers.get("access-control-allow-headers");
  expect(allowed?.split(", ")).toHaveLength(50);
});

test("the assistant path answers a preflight without a key", async () => {
  const node = await createTestNode();
  const response = await node.request(message, {
    method: "OPTIONS",
    headers: { origin: "https://docs.example.com", "access-control-request-method": "POST" },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-methods")).toContain("POST");
});

test("thread and request id are exposed on answers and on errors", async () => {
  const node = await createTestNode();
  const answered = await node.ask({ messages: [{ role: "user", content: "keys" }] });
  await answered.text();
  for (const response of [answered, await node.ask({}), await node.request(message)]) {
    const exposed = response.headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(expect.arrayContaining(["x-thread-id", "x-request-id"]));
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  }
});

test("pages on other sites may read what is for readers, refusals included", async () => {
  const node = await createTestNode();
  const { origin } = new URL("https://docs.example.com");
  for (const route of node.routes.filter(({ access }) => access === "reader")) {
    for (const domain of ["acme", "nowhere"]) {
      const path = route.path.replace("{domain}", domain);
      const asked = await node.request(path, { method: "OPTIONS", headers: { origin } });
      expect(asked.status, path).toBe(204);
      expect(asked.headers.get("access-control-allow-methods")).toContain("OPTIONS");
      const method = route.method.toUpperCase();
      const response = await node.request(path, { method, headers: { origin } });
      expect(response.headers.get("access-control-allow-origin"), path).toBe("*");
      await response.body?.cancel();
    }
  }
});

test("agent paths and those of operations allow no origin", async () => {
  const node = await createTestNode();
  for (const path of ["/v1/agent/acme/jobs", "/healthz", "/metrics"]) {
    for (const method of ["GET", "OPTIONS"]) {
      const response = await node.request(path, {
        method,
        headers: { origin: "https://evil.example", authorization: `Bearer ${node.keys.admin}` },
      });
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  }
});
