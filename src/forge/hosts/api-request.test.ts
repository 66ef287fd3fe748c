import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { AppError } from "../../lib/app-error.ts";
import { type ApiSettings, createApi } from "./api-request.ts";
import { createHostLimits } from "./host-limits.ts";

const token = "tok_hunter2hunter2";

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };
type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** An API that answers as told, and an api over it. */
async function stage(reply: (asked: Asked) => Reply, more: Partial<ApiSettings> = {}) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers, body });
    const told = reply({ method, url, headers, body });
    const text = typeof told.body === "string" ? told.body : JSON.stringify(told.body ?? {});
    response.writeHead(told.status ?? 200, told.headers).end(told.status === 304 ? "" : text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  let now = Date.now();
  const settings: ApiSettings = {
    forge: "Forge",
    apiUrl,
    repositoryPath: "/repos/acme/docs",
    login: async () => ({ headers: { authorization: `Bearer ${token}` }, secrets: [token] }),
    limits: createHostLimits({ now: () => new Date(now) }),
    ...more,
  };
  const api = createApi(settings);
  const read = () => api.call({ purpose: "read it", path: "/x", schema: z.unknown() });
  const refused = (): Promise<AppError> => read().then(unexpected, (error) => error);
  return { api, asked, apiUrl, read, refused, later: (ms: number) => (now += ms) };
}

function unexpected(): never {
  throw new Error("it was not refused");
}

test("a request carries the login, its query and its body, and gives what the schema wants", async () => {
  const { api, asked } = await stage(() => ({ body: { number: 7, more: true } }));
  const reply = await api.call({
    purpose: "open it",
    method: "POST",
    path: "/pulls",
    query: { page: 2, state: undefined },
    body: { title: "é" },
    schema: z.object({ number: z.number() }),
  });
  expect(reply.value).toEqual({ number: 7 });
  expect(asked).toMatchObject([
    { method: "POST", url: "/api/pulls?page=2", body: '{"title":"é"}' },
  ]);
  expect(asked[0]?.headers).toMatchObject({
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "user-agent": "docent",
  });
});

const refusals: [string, Reply, { code: string; message: RegExp }][] = [
  [
    "wrong token",
    { status: 401, body: { message: "Bad credentials" } },
    { code: "unauthenticated", message: /“Bad credentials”/ },
  ],
  [
    "missing permission",
    { status: 403, body: { message: "Resource not accessible" } },
    {
      code: "forbidden",
      message: /does not let Docent's account read it.*“Resource not accessible”/,
    },
  ],
  [
    "missing thing",
    { status: 404, body: { message: "Not Found" } },
    { code: "not_found", message: /nothing there to read it/ },
  ],
  [
    "list of faults",
    {
      status: 422,
      body: {
        message: "Validation Failed",
        errors: [{ field: "head", code: "invalid" }, { message: "No commits" }, "odd"],
      },
    },
    { code: "conflict", message: /“Validation Failed: head invalid: No commits: odd”/ },
  ],
  [
    "faults by field",
    { status: 409, body: { message: { base: ["is wrong"], title: ["is empty"] } } },
    { code: "conflict", message: /“is wrong: title is empty”/ },
  ],
  [
    "page of a proxy",
    { status: 502, body: "<html><body>Bad gateway</body></html>" },
    { code: "unavailable", message: /^Forge is having trouble \(status 502\)\.$/ },
  ],
  [
    "page with status 200",
    { body: "<html>Sign in</html>" },
    { code: "unavailable", message: /something else than its API/ },
  ],
  [
    "limit without a time",
    { status: 429 },
    { code: "rate_limited", message: /left alone for 60 seconds/ },
  ],
  [
    "limit in words",
    {
      status: 403,
      headers: { "retry-after": "120" },
      body: { message: "You have exceeded a secondary rate limit." },
    },
    { code: "rate_limited", message: /2 minutes.*secondary rate limit/ },
  ],
  [
    "redirect to another host",
    { status: 301, headers: { location: "http://other.example/api/x" } },
    { code: "not_found", message: /renamed or moved/ },
  ],
];

for (const [name, reply, expected] of refusals) {
  test(`refusal is told with the forge's words: ${name}`, async () => {
    const { refused, asked } = await stage(() => reply);
    const error = await refused();
    expect(error).toMatchObject({ name: "AppError", code: expected.code });
    expect(error.message).toMatch(expected.message);
    expect(asked.every(({ url }) => url.startsWith("/api/"))).toBe(true);
  });
}

test("what a forge says is one line, cut short, without the token in any of its forms", async () => {
  const login = Buffer.from(token).toString("base64");
  const words = `no ${token} and ${login}\n\u001b[31mred ${"x".repeat(50_000)}`;
  for (const status of [401, 403, 404, 422, 500]) {
    const { refused } = await stage(() => ({ status, body: { message: words } }));
    const error = await refused();
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).not.toContain(token);
    expect(shown).not.toContain(login);
    expect(error.message).toContain("no [redacted] and [redacted]");
    expect(error.message).not.toContain("\n");
    expect(error.message).not.toContain("\u001b");
    expect(error.message.length).toBeLessThan(700);
  }
});

test("a host that is not there is unavailable, with a code and no token", async () => {
  const { api } = await stage(() => ({}), { apiUrl: "http://127.0.0.1:1" });
  const error = await api
    .call({ purpose: "read it", path: "/x", schema: z.unknown() })
    .then(unexpected, (thrown) => thrown);
  expect(error).toMatchObject({ code: "unavailable" });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(token);
});

test("a host that asked to be left alone is not asked again until then, by anybody", async () => {
  const { read, refused, asked, later } = await stage(({ url }) =>
    asked.length === 1 ? { status: 429, headers: { "retry-after": "30" } } : { body: { url } },
  );
  expect(await refused()).toMatchObject({ code: "rate_limited", retryAfterSeconds: 30 });
  later(10_000);
  expect(await refused()).toMatchObject({ code: "rate_limited", retryAfterSeconds: 20 });
  expect(asked).toHaveLength(1);
  later(21_000);
  expect((await read()).value).toEqual({ url: "/api/x" });
});

test("an allowance that is used up is waited for before the forge refuses", async () => {
  for (const name of ["x-ratelimit", "ratelimit"]) {
    const reset = String(Math.floor(Date.now() / 1_000) + 90);
    const headers = { [`${name}-remaining`]: "0", [`${name}-reset`]: reset };
    const { read, refused, asked } = await stage(() => ({ headers }));
    await read();
    const error = await refused();
    expect(error).toMatchObject({ code: "rate_limited" });
    expect(error.retryAfterSeconds).toBeGreaterThan(80);
    expect(asked).toHaveLength(1);
  }
});

test("a host that fails again and again is asked less and less often", async () => {
  const { refused, asked, later } = await stage(() => ({ status: 503 }));
  for (let time = 0; time < 6; time += 1)
    expect(await refused()).toMatchObject({ code: "unavailable" });
  expect(asked).toHaveLength(3);
  later(1_001);
  await refused();
  later(1_001);
  await refused();
  expect(asked).toHaveLength(4);
  later(1_001);
  await refused();
  expect(asked).toHaveLength(5);
});

test("a login that has ended is renewed once and the request repeated", async () => {
  let current = "old";
  const { read, asked } = await stage(
    ({ headers }) => (headers.authorization === "new" ? { body: 1 } : { status: 401 }),
    {
      login: async () => ({ headers: { authorization: current }, secrets: [current] }),
      renew: async () => {
        current = "new";
        return true;
      },
    },
  );
  expect((await read()).value).toBe(1);
  expect(asked).toHaveLength(2);
  const broken = await stage(() => ({ status: 401 }), { renew: async () => true });
  expect(await broken.refused()).toMatchObject({ code: "unauthenticated" });
  expect(broken.asked).toHaveLength(2);
});

test("a moved repository is told with its new address, and followed only where that is asked for", async () => {
  const { api, refused, apiUrl } = await stage(({ url }) =>
    url === "/api/repositories/9"
      ? { body: { html_url: "https://forge.example/acme/handbook" } }
      : { status: 301, headers: { location: "/api/repositories/9" } },
  );
  expect((await refused()).message).toContain("https://forge.example/acme/handbook");
  const schema = z.object({ html_url: z.string() });
  const followed = await api.call({ purpose: "read", path: "/x", schema, followsMove: true });
  expect(followed.value.html_url).toBe("https://forge.example/acme/handbook");
  expect(apiUrl).toContain("/api");
});

test("pages are followed on the same host alone", async () => {
  const { api, asked, apiUrl } = await stage(({ url }) => {
    const page = Number(new URL(url, "http://x").searchParams.get("page") ?? 1);
    const link = `<${apiUrl}/items?page=${page + 1}>; rel="next", <${apiUrl}/items?page=9>; rel="last"`;
    return { body: [page], ...(page < 3 && { headers: { link } }) };
  });
  const items: number[] = [];
  const call = { purpose: "list", path: "/items", schema: z.array(z.number()) };
  for await (const item of api.each(call)) items.push(item);
  expect(items).toEqual([1, 2, 3]);
  expect(asked).toHaveLength(3);
  const strange = await stage(() => ({
    body: [1],
    headers: { link: '<https://evil.example/items>; rel="next"' },
  }));
  const all = Array.fromAsync(strange.api.each(call));
  await expect(all).rejects.toMatchObject({ code: "unavailable" });
});

test("what did not change since its ETag is not sent again", async () => {
  const { api } = await stage(({ headers }) =>
    headers["if-none-match"] === '"1"' ? { status: 304 } : { body: [], headers: { etag: '"1"' } },
  );
  const call = { purpose: "list", path: "/items", schema: z.array(z.number()) };
  const first = await api.callIfChanged(call);
  expect(first).toMatchObject({ value: [], etag: '"1"' });
  expect(await api.callIfChanged({ ...call, etag: '"1"' })).toBeUndefined();
});

test("a reply that is too slow, too large or of another shape is unavailable", async () => {
  const large = await stage(() => ({ body: `"${"x".repeat(11 * 1_048_576)}"` }));
  expect(await large.refused()).toMatchObject({ code: "unavailable", message: /too large/ });
  const slow = await stage(() => ({}), { timeoutMs: 0 });
  expect(await slow.refused()).toMatchObject({ code: "unavailable" });
  const { api } = await stage(() => ({ body: { number: "7" } }));
  const call = { purpose: "read", path: "/x", schema: z.object({ number: z.number() }) };
  await expect(api.call(call)).rejects.toMatchObject({ code: "unavailable", message: /"number"/ });
});
