import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { addTestProject, noon } from "../../../test/store-rows.ts";
import { accessTo } from "../../git/run/git-access.ts";
import { operator } from "../../lib/actor.ts";
import { createKeyRing } from "../../lib/key-ring.ts";
import type { Database } from "../../store/database.ts";
import { deleteSource, insertSource, newSource } from "../../store/docs/sources.ts";
import { listSecretsOf } from "./list-secrets-of.ts";
import { rotateSecrets } from "./rotate-secrets.ts";
import { readSecret, type SecretDeps, storeSecret } from "./sealed-secrets.ts";
import { removeLogin, setLogin } from "./set-login.ts";
import { storedAccess } from "./stored-access.ts";

const clock = { now: () => new Date(noon) };
const token = "github_pat_hunter2_0123456789";
const url = "https://git.example/acme/docs.git";

async function setUp(kind: StoreKind, given: Uint8Array[] = []) {
  const db = await openTestStore(kind);
  const file = join((await makeTree({})).root, "secret.key");
  const deps = { db, clock, ring: createKeyRing({ given, file }) };
  return { ...deps, deps, file, projectId: await addTestProject(db, "acme") };
}

async function addSource(db: Database, projectId: string): Promise<string> {
  const place = { kind: "git" as const, location: url, branch: "", subfolder: "" };
  const source = newSource(projectId, place, noon);
  await insertSource(db, source);
  return source.id;
}

async function tokenOf(deps: SecretDeps, sourceId: string, name = ""): Promise<string | undefined> {
  const logins = new Map([["", { token: "from-settings", username: undefined }]]);
  const appToken = async () => ({ token: "of-the-app", username: "x-access-token" });
  const requireOpenHost = async () => undefined;
  const access = storedAccess({
    ...deps,
    ...{ settings: { logins, ssh: {} }, appToken, requireOpenHost },
  });
  return (await accessTo(url, name, access.ofSource(sourceId))).credentials?.token;
}

describe.each(storeKinds)("on %s", (kind) => {
  test("the source's own token goes before the name's, and that before the setting", async () => {
    const { deps, db, projectId } = await setUp(kind);
    const sourceId = await addSource(db, projectId);
    const other = await addSource(db, projectId);
    expect(await tokenOf(deps, sourceId)).toBe("from-settings");
    const login = (text: string) => ({ kind: "token" as const, token: text });
    await setLogin(deps, operator, { owner: { name: "" }, login: login("by-name") });
    expect(await tokenOf(deps, sourceId)).toBe("by-name");
    await setLogin(deps, operator, { owner: { sourceId }, login: login(token) });
    expect([await tokenOf(deps, sourceId), await tokenOf(deps, other)]).toEqual([token, "by-name"]);
    await setLogin(deps, operator, { owner: { sourceId }, login: login("replaced") });
    expect(await tokenOf(deps, sourceId)).toBe("replaced");
    expect(await tokenOf(deps, sourceId, "NONE")).toBeUndefined();
    await removeLogin(deps, operator, { sourceId });
    await removeLogin(deps, operator, { name: "" });
    expect(await tokenOf(deps, sourceId)).toBe("from-settings");
    await expect(removeLogin(deps, operator, { sourceId })).rejects.toThrow("No token or app");
  });

  test("an app is asked for a token of the repository", async () => {
    const { deps, db, projectId } = await setUp(kind);
    const sourceId = await addSource(db, projectId);
    const privateKey = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    const login = { kind: "app" as const, appId: "12", privateKey };
    await setLogin(deps, operator, { owner: { sourceId }, login });
    expect(await tokenOf(deps, sourceId)).toBe("of-the-app");
    expect(await readSecret(deps, { sourceId }, "login")).toEqual(login);
  });

  test("neither the rows nor the list hold a secret, and short ones have no hint", async () => {
    const { deps, db, projectId } = await setUp(kind);
    const sourceId = await addSource(db, projectId);
    const login = { kind: "token" as const, token };
    await setLogin(deps, operator, { owner: { sourceId }, login });
    const short = { kind: "token" as const, token: "hunter2-hunter2-hunt" };
    await setLogin(deps, operator, { owner: { name: "SHORT" }, login: short });
    const list = await listSecretsOf(deps, operator, undefined);
    expect(list.map((one) => [one.sourceId, one.name, one.hint, one.setBy])).toEqual([
      [null, "SHORT", "", "operator"],
      [sourceId, "", "6789", "operator"],
    ]);
    const rows = await db.selectFrom("secrets").selectAll().execute();
    expect(JSON.stringify([list, rows])).not.toContain("hunt");
    const decoded = rows.map(({ sealed }) => Buffer.from(sealed, "base64").toString("latin1"));
    expect(decoded.join()).not.toContain("hunt");
  });

  test("a key sets and lists what is its project's alone", async () => {
    const { deps, db, projectId } = await setUp(kind);
    const foreign = await addSource(db, await addTestProject(db, "other"));
    const own = await addSource(db, projectId);
    const actor = { kind: "admin" as const, keyId: "key_1", projectId };
    const login = { kind: "token" as const, token };
    await setLogin(deps, actor, { owner: { sourceId: own }, login });
    await setLogin(deps, operator, { owner: { sourceId: foreign }, login });
    await setLogin(deps, operator, { owner: { name: "" }, login });
    await setLogin(deps, operator, { owner: { name: "UNUSED" }, login });
    const list = await listSecretsOf(deps, actor, projectId);
    expect(list.map((one) => [one.sourceId, one.setBy])).toEqual([
      [null, "operator"],
      [own, "key_1"],
    ]);
    for (const sourceId of [foreign, "src_none"]) {
      const refused = setLogin(deps, actor, { owner: { sourceId }, login });
      await expect(refused).rejects.toThrow("The project has no such source.");
      await expect(removeLogin(deps, actor, { sourceId })).rejects.toThrow("no such source");
    }
    const named = setLogin(deps, actor, { owner: { name: "" }, login });
    await expect(named).rejects.toMatchObject({ code: "forbidden" });
    await expect(listSecretsOf(deps, actor, undefined)).rejects.toThrow("Only the operator");
  });

  test("a secret goes with its source", async () => {
    const { deps, db, projectId } = await setUp(kind);
    const sourceId = await addSource(db, projectId);
    const login = { kind: "token" as const, token };
    await setLogin(deps, operator, { owner: { sourceId }, login });
    await deleteSource(db, sourceId);
    expect(await listSecretsOf(deps, operator, undefined)).toEqual([]);
  });

  test("a lost key and a changed row are told, and setting it again helps", async () => {
    const { deps, db, file } = await setUp(kind);
    const owner = { name: "ACME" };
    const login = { kind: "token" as const, token };
    await setLogin(deps, operator, { owner, login });
    await db.updateTable("secrets").set({ id: "name OTHER login", name: "OTHER" }).execute();
    await expect(tokenOf(deps, "", "OTHER")).rejects.toThrow(/under the name OTHER is damaged/);
    await setLogin(deps, operator, { owner, login });
    await rm(file);
    await expect(tokenOf(deps, "", "ACME")).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringMatching(/was sealed with the key [0-9a-f]{8}, .*DOCENT_SECRET_KEY/),
    });
    const unreadable = await listSecretsOf(deps, operator, undefined);
    expect(unreadable.map(({ isReadable }) => isReadable)).toEqual([false, false]);
    const given = { ...deps, ring: createKeyRing({ given: [randomBytes(32)], file }) };
    await setLogin(given, operator, { owner, login });
    expect(await tokenOf(given, "", "ACME")).toBe(token);
    const again = setLogin(deps, operator, { owner, login });
    if (kind === "sqlite") return expect(await again).toBeUndefined();
    await expect(again).rejects.toThrow(/secrets of another server.*set DOCENT_SECRET_KEY/);
  });

  test("a rotation that is stopped anywhere leaves all readable, and the next one ends it", async () => {
    const { deps, db, file } = await setUp(kind);
    const names = ["A", "B", "C"];
    for (const name of names)
      await storeSecret(deps, {
        owner: { name },
        value: { kind: "token", token: name },
        setBy: "",
      });
    const read = () => Promise.all(names.map((name) => tokenOf(deps, "", name)));
    for (const steps of [0, 1, 2]) {
      const stopped = rotateSecrets({ ...deps, ring: stoppingRing(deps, steps) }, operator);
      await expect(stopped).rejects.toThrow("killed");
      expect(await read()).toEqual(names);
    }
    const { keyId, faults } = await rotateSecrets(deps, operator);
    expect(faults).toEqual([]);
    const rows = await db.selectFrom("secrets").select("keyId").execute();
    expect(new Set(rows.map((row) => row.keyId))).toEqual(new Set([keyId]));
    const next = await rotateSecrets(deps, operator);
    expect(next).toMatchObject({ resealed: 3, faults: [] });
    expect(next.keyId).not.toBe(keyId);
    expect(await read()).toEqual(names);
    expect((await createKeyRing({ given: [], file }).keys()).length).toBe(2);
  });

  test("a key of the setting takes over from the file, and from the one behind its comma", async () => {
    const { deps, file } = await setUp(kind);
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const owner = { name: "ACME" };
    await setLogin(deps, operator, { owner, login: { kind: "token", token } });
    const first = { ...deps, ring: createKeyRing({ given: [older], file }) };
    expect(await tokenOf(first, "", "ACME")).toBe(token);
    expect(await rotateSecrets(first, operator)).toMatchObject({ resealed: 1 });
    await rm(file);
    const second = { ...deps, ring: createKeyRing({ given: [newer, older], file }) };
    expect(await rotateSecrets(second, operator)).toMatchObject({ resealed: 1 });
    const alone = { ...deps, ring: createKeyRing({ given: [newer], file }) };
    expect(await tokenOf(alone, "", "ACME")).toBe(token);
    const wrong = { ...deps, ring: createKeyRing({ given: [randomBytes(32)], file }) };
    expect((await rotateSecrets(wrong, operator)).faults).toEqual([
      expect.stringMatching(/DOCENT_SECRET_KEY/),
    ]);
    expect(await tokenOf(alone, "", "ACME")).toBe(token);
  });
});

/** A ring whose process is killed at one of its calls. */
function stoppingRing({ ring }: SecretDeps, steps: number): SecretDeps["ring"] {
  let left = steps;
  const keys = async () => {
    if (left === 0) throw new Error("killed");
    left -= 1;
    return ring.keys();
  };
  return { ...ring, keys };
}
