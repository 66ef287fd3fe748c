import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signingHost } from "../../../test/forges/signing-host.ts";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { addTestProject, noon } from "../../../test/store-rows.ts";
import { AppError } from "../../lib/app-error.ts";
import { systemClock } from "../../lib/clock.ts";
import { createKeyRing } from "../../lib/key-ring.ts";
import { createLog } from "../../lib/log.ts";
import { listSecrets } from "../../store/access/secrets.ts";
import { insertSource, newSource } from "../../store/docs/sources.ts";
import { connectNewSources } from "./connect-new-sources.ts";

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const place = { kind: "git" as const, location: "/x.git", branch: "", subfolder: "" };
  const source = newSource(await addTestProject(db), place, noon);
  await insertSource(db, source);
  const host = signingHost(await makeRepository({}));
  const hooks: string[] = [];
  const { registerWebhook } = host;
  host.registerWebhook = async (hook) => {
    await registerWebhook(hook);
    hooks.push(hook.url);
  };
  const deps = {
    ...{ db, clock: systemClock, hostOf: async () => host },
    ring: createKeyRing({ given: [randomBytes(32)], file: "/nowhere" }),
    log: createLog({ level: "silent", format: "json" }),
    publicUrl: "https://docent.example",
  };
  return { deps, host, hooks, source, secrets: () => listSecrets(db) };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("servers that start together set up one webhook for a source, and none at later starts", async () => {
    const { deps, hooks, source, secrets } = await setUp(kind);
    await Promise.all([connectNewSources(deps), connectNewSources(deps)]);
    await connectNewSources(deps);
    expect(hooks).toEqual([`https://docent.example/v1/webhooks/${source.id}`]);
    expect(await secrets()).toMatchObject([{ sourceId: source.id, purpose: "webhook" }]);
  });
});

test("where the account may not, or nobody said where the server is, nothing is left behind", async () => {
  const { deps, host, hooks, secrets } = await setUp("sqlite");
  await connectNewSources({ ...deps, publicUrl: undefined });
  host.mood.before = (action) => {
    if (action === "registerWebhook") throw new AppError("forbidden", "Not you.");
  };
  await connectNewSources(deps);
  host.mood.before = () => {
    throw new AppError("unavailable", "The forge is down.");
  };
  await connectNewSources(deps);
  host.mood.before = () => undefined;
  const { inspect } = host;
  host.inspect = async () => ({ ...(await inspect()), canAdminister: false });
  await connectNewSources(deps);
  expect([hooks, await secrets()]).toEqual([[], []]);
  host.inspect = inspect;
  await connectNewSources(deps);
  expect(hooks).toHaveLength(1);
});
