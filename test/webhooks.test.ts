import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { connectionCheck, webhookConnection } from "../src/contract/connections.ts";
import { errorBody } from "../src/contract/error.ts";
import { AppError } from "../src/lib/app-error.ts";
import { createLog } from "../src/lib/log.ts";
import { insertSource, newSource } from "../src/store/docs/sources.ts";
import { signedDelivery, signingHost } from "./forges/signing-host.ts";
import { createTestNode, type StoreKind, storeKinds, type TestNodeOptions } from "./harness.ts";
import { makeRepository } from "./make-repository.ts";
import { makeTree } from "./make-tree.ts";
import { noon } from "./store-rows.ts";

async function setUp(store: StoreKind, more: TestNodeOptions = {}) {
  const origin = await makeRepository({ "guide.md": "# Guide\n\nOld words.\n" });
  const host = signingHost(origin);
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const options: TestNodeOptions = {
    store,
    hostOf: async ({ kind }) => (kind === "git" ? host : undefined),
    log: createLog({ level: "trace", format: "json" }, { write }),
    ...more,
    settings: {
      dataFolder: (await makeTree({})).root,
      secretKeys: [randomBytes(32)],
      publicUrl: "https://docent.example",
      ...more.settings,
    },
  };
  const node = await createTestNode(options);
  const place = { kind: "git" as const, location: origin.path, branch: "main", subfolder: "" };
  const source = newSource(node.project.id, { ...place, mount: "git" }, noon);
  await insertSource(node.db, source);
  const admin = (path: string) =>
    node.request(`/v1/projects/${node.project.id}/sources/${source.id}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${node.keys.admin}` },
    });
  const deliver = (init: RequestInit, id = source.id) => node.request(`/v1/webhooks/${id}`, init);
  const connect = async () => webhookConnection.parse(await (await admin("/webhook")).json());
  const kept = () => node.db.selectFrom("deliveries").selectAll().execute();
  return { node, origin, host, source, admin, deliver, connect, kept, lines, options };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

async function pageText({ node }: Setup): Promise<string> {
  const response = await node.request(`/docs/${node.project.domain}/git/guide`);
  return response.text();
}

async function until(isSo: () => Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error("it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(storeKinds)("on %s", (store) => {
  test("a push that the forge tells of is read at once, and told twice it is one look", async () => {
    const setup = await setUp(store);
    const { node, origin, host, deliver, connect, kept, source } = setup;
    expect(await connect()).toEqual({
      url: `https://docent.example/v1/webhooks/${source.id}`,
      isRegistered: true,
      secret: "",
      reason: "",
    });
    node.deliveries.start();
    await node.poller.lookNow(source.id);
    expect(await pageText(setup)).toContain("Old words.");
    await origin.commit("main", { "guide.md": "# Guide\n\nNew words.\n" });
    const push = signedDelivery(host.hook.secret, { deliveryId: "d1" });
    expect((await deliver(push)).status).toBe(202);
    await until(async () => (await pageText(setup)).includes("New words."));
    await until(async () => (await kept()).every(({ handledAt }) => handledAt !== null));
    const [first] = await kept();
    expect((await deliver(push)).status).toBe(202);
    expect(await kept()).toEqual([first]);
    const listed = await node.request(`/v1/projects/${node.project.id}/sources`, {
      headers: { authorization: `Bearer ${node.keys.admin}` },
    });
    expect(await listed.json()).toMatchObject({
      sources: [{}, { deliveredAt: expect.any(String) }],
    });
  });

  test("nobody learns from a refusal what is wrong with the source's own login", async () => {
    let fault: AppError | undefined;
    const origin = await makeRepository({ "guide.md": "# Guide\n" });
    const host = signingHost(origin);
    const hostOf = async () => {
      if (fault) throw fault;
      return host;
    };
    const { deliver, connect, kept } = await setUp(store, { hostOf });
    await connect();
    fault = new AppError("forbidden", "It was sealed with the key 12ab34cd.");
    const refused = await deliver(signedDelivery(host.hook.secret, { deliveryId: "d1" }));
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain("12ab34cd");
    expect(await kept()).toEqual([]);
  });

  test("what was kept before a kill is looked into after it", async () => {
    const setup = await setUp(store);
    const { node, origin, host, deliver, connect, kept, options } = setup;
    await connect();
    await deliver(signedDelivery(host.hook.secret, { deliveryId: "d1" }));
    expect(await kept()).toMatchObject([{ deliveryId: "d1", about: "push", handledAt: null }]);
    await origin.commit("main", { "guide.md": "# Guide\n\nNew words.\n" });
    const next = await createTestNode({ ...options, db: node.db, domain: "other" });
    next.deliveries.start();
    await until(async () => (await pageText(setup)).includes("New words."));
  });

  test("a look that fails is put off, and looked into again", async () => {
    const { node, host, origin, deliver, connect, kept } = await setUp(store);
    await connect();
    await origin.git("symbolic-ref", "HEAD", "refs/heads/gone");
    await origin.git("branch", "-m", "main", "other");
    await deliver(signedDelivery(host.hook.secret, { deliveryId: "d1" }));
    node.deliveries.start();
    await until(async () => (await kept())[0]?.attempts === 1);
    const [put] = await kept();
    expect(put).toMatchObject({ handledAt: null });
    expect(Date.parse(put?.notBefore ?? "") - Date.parse(put?.receivedAt ?? "")).toBeGreaterThan(
      4_000,
    );
  });
});

test("an unknown source, one without a secret and every wrong signature get one answer", async () => {
  const { host, deliver, connect, kept, node } = await setUp("sqlite");
  const answers = new Set<string>();
  const take = async (response: Response) => {
    const { requestId: _, ...body } = errorBody.parse(await response.json());
    answers.add(JSON.stringify([response.status, body, [...response.headers.keys()]]));
  };
  await take(await deliver(signedDelivery("", {})));
  await connect();
  const good = signedDelivery(host.hook.secret, { deliveryId: "d1" });
  await take(await deliver(good, "src_none"));
  await take(await deliver(good, node.source.id));
  await take(await deliver(good, "%F0%9F%92%A9"));
  for (const secret of ["", "wrong", host.hook.secret.slice(0, -1)])
    await take(await deliver(signedDelivery(secret, { deliveryId: "d1" })));
  await take(await deliver({ ...good, body: `${good.body} ` }));
  await take(await deliver({ ...good, headers: {} }));
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toMatch(/^\[401,/);
  expect(await kept()).toEqual([]);
});

test("the body of a stranger is not read", async () => {
  const { deliver, connect } = await setUp("sqlite");
  const isRead = async (headers: Record<string, string>, id?: string) => {
    let pulls = 0;
    const pull = (one: ReadableStreamDefaultController) => {
      pulls += 1;
      one.enqueue(new Uint8Array(65_536));
      if (pulls === 20) one.close();
    };
    const init = { method: "POST", headers, body: new ReadableStream({ pull }), duplex: "half" };
    expect((await deliver(init as RequestInit, id)).status).toBe(401);
    return pulls === 20;
  };
  const signed = { "x-signature": "wrong" };
  expect(await isRead(signed)).toBe(false);
  await connect();
  expect(await isRead(signed, "src_none")).toBe(false);
  expect(await isRead({})).toBe(false);
  expect(await isRead(signed)).toBe(true);
});

test("a new secret takes over, and what the one before signed is taken for a day", async () => {
  let now = Date.parse("2031-01-01T12:00:00Z");
  const { host, deliver, connect } = await setUp("sqlite", { clock: { now: () => new Date(now) } });
  await connect();
  const before = host.hook.secret;
  await connect();
  expect(host.hook.secret).not.toBe(before);
  const status = async (secret: string) => (await deliver(signedDelivery(secret, {}))).status;
  expect([await status(before), await status(host.hook.secret)]).toEqual([202, 202]);
  now += 25 * 60 * 60_000;
  expect([await status(before), await status(host.hook.secret)]).toEqual([401, 202]);
});

test("bodies that are too large, no event, or too many are refused", async () => {
  const { host, deliver, connect, kept } = await setUp("sqlite");
  await connect();
  const headers = { "x-signature": "wrong" };
  const large = { method: "POST", headers, body: "x".repeat(5 * 1024 * 1024 + 1) };
  expect((await deliver(large)).status).toBe(413);
  const { secret } = host.hook;
  const odd = signedDelivery(secret, { about: "push", number: 0.5 });
  expect((await deliver(odd)).status).toBe(400);
  expect((await deliver(signedDelivery(secret, { deliveryId: "p", about: "ping" }))).status).toBe(
    202,
  );
  expect(await kept()).toMatchObject([{ about: "ping", handledAt: expect.any(String) }]);
  const statuses = new Set<number>();
  for (let count = 0; count < 400; count += 1)
    statuses.add((await deliver({ method: "POST", body: "{}" })).status);
  expect(statuses).toEqual(new Set([401, 429]));
});

test("where the account may not, the address and the secret are shown once, and kept sealed", async () => {
  const { host, node, admin, deliver, lines } = await setUp("sqlite");
  host.mood.before = () => {
    throw new AppError("forbidden", "The token lacks Webhooks: write.");
  };
  const answer = webhookConnection.parse(await (await admin("/webhook")).json());
  expect(answer).toMatchObject({
    isRegistered: false,
    reason: expect.stringContaining("Webhooks: write"),
  });
  expect((await deliver(signedDelivery(answer.secret, {}))).status).toBe(202);
  const rows = await node.db.selectFrom("secrets").selectAll().execute();
  expect(rows).toMatchObject([{ kind: "webhook", hint: "" }]);
  expect(JSON.stringify([rows, lines])).not.toContain(answer.secret);
});

test("without a public address no webhook is made, and it is said what to set", async () => {
  const { admin } = await setUp("sqlite", { settings: { publicUrl: undefined } });
  const refused = await admin("/webhook");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: expect.stringContaining("DOCENT_PUBLIC_URL"),
  });
  expect(JSON.stringify(await (await admin("/check")).json())).toContain("DOCENT_PUBLIC_URL");
});

test("what stands between a source and its repository is named one by one", async () => {
  const { host, admin } = await setUp("sqlite");
  const found = async (facts: object) => {
    const { inspect } = host;
    host.inspect = async () => ({ ...(await inspect()), ...facts });
    const { findings } = connectionCheck.parse(await (await admin("/check")).json());
    host.inspect = inspect;
    return findings;
  };
  expect(await found({})).toEqual([
    { state: "good", text: "Git reads the source." },
    {
      state: "good",
      text: "gitea: docent-bot reaches acme/docs, may push and open pull requests.",
    },
    { state: "note", text: "No webhook has arrived yet: the source is polled." },
  ]);
  const facts: [object, RegExp][] = [
    [{ archived: true, canPush: false }, /is archived/],
    [{ empty: true }, /is empty: push a first commit/],
    [{ mirror: true, canPush: false }, /is a mirror/],
    [{ path: "acme/manual", webUrl: "http://forge.test/acme/manual" }, /is now acme\/manual: give/],
    [{ canPush: false }, /docent-bot may not push: give it write access/],
    [{ canOpenPulls: false }, /may not open pull requests/],
    [{ missing: ["Grant Pull requests: write."] }, /^Grant Pull requests: write\.$/],
  ];
  for (const [fact, text] of facts) {
    const bad = (await found(fact)).filter(({ state }) => state === "bad");
    expect(bad).toEqual([{ state: "bad", text: expect.stringMatching(text) }]);
  }
  const notes = await found({ fork: true, drafts: false, canAdminister: false });
  expect(notes.filter(({ state }) => state === "note")).toHaveLength(4);
  host.inspect = async () => {
    throw new AppError("unauthenticated", "The token is not valid.");
  };
  expect(connectionCheck.parse(await (await admin("/check")).json()).findings).toContainEqual({
    state: "bad",
    text: "The token is not valid.",
  });
});
