import { expect, onTestFinished, test } from "vitest";
import { errorBody } from "../contract/error.ts";
import { closeServer, type HttpServer, listen } from "./listen.ts";

async function start(
  place: { host: string; port: number },
  fetch: Parameters<typeof listen>[1],
): Promise<HttpServer> {
  const server = await listen(place, fetch);
  onTestFinished(() => {
    void closeServer(server);
  });
  return server;
}

const anyPort = { host: "127.0.0.1", port: 0 };

test("any free port is taken and named in the address", async () => {
  const { url } = await start(anyPort, () => new Response("hello"));
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(url)).text()).toBe("hello");
});

test("an address for every interface is shown as one that can be opened", async () => {
  const { url } = await start({ host: "0.0.0.0", port: 0 }, () => new Response("hello"));
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test("a port in use and an address of another machine are explained", async () => {
  const { url } = await start(anyPort, () => new Response());
  const port = Number(new URL(url).port);
  await expect(listen({ host: "127.0.0.1", port }, () => undefined)).rejects.toThrow(/in use/);
  await expect(listen({ host: "203.0.113.1", port: 0 }, () => undefined)).rejects.toThrow(
    /no address 203\.0\.113\.1/,
  );
});

test("the app is told the peer", async () => {
  const { url } = await start(
    anyPort,
    (_, bindings) => new Response(bindings.incoming?.socket?.remoteAddress ?? "nobody"),
  );
  expect(await (await fetch(url)).text()).toBe("127.0.0.1");
});

test("until there is an app, the caller is told to come back", async () => {
  const { url } = await start(anyPort, () => undefined);
  const response = await fetch(url);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(errorBody.parse(await response.json()).code).toBe("unavailable");
});
