import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { addTestProject } from "../../test/store-rows.ts";
import { systemClock } from "../lib/clock.ts";
import { listKeys } from "../store/access/keys.ts";
import { createKey } from "./create-key.ts";
import { provideKey } from "./provide-key.ts";
import { verifyKey } from "./verify-key.ts";

const first = `svc_dsc_${"1".repeat(64)}`;
const second = `svc_dsc_${"2".repeat(64)}`;

describe.each(storeKinds)("on %s", (kind) => {
  test("the key in the setting works, and starting again makes no second one", async () => {
    const { db, provide, works } = await openProject(kind);
    await provide(first);
    await provide(first);
    expect(await works(first)).toBe(true);
    const provided = (await listKeys(db)).filter((key) => key.providedBy === "environment");
    expect(provided).toMatchObject([
      { label: "from DOCENT_ASSISTANT_KEY", hint: "1111", kind: "assistant" },
    ]);
  });

  test("a changed setting revokes the key before, and changing back restores it", async () => {
    const { provide, works } = await openProject(kind);
    await provide(first);
    await provide(second);
    expect([await works(first), await works(second)]).toEqual([false, true]);
    await provide(first);
    expect([await works(first), await works(second)]).toEqual([true, false]);
  });

  test("a setting that is gone revokes its key, and no other", async () => {
    const { provide, works, generated } = await openProject(kind);
    await provide(first);
    await provide(undefined);
    expect([await works(first), await works(generated)]).toEqual([false, true]);
  });

  test("a key in use elsewhere is refused, and what works goes on working", async () => {
    const { db, provide, works } = await openProject(kind);
    await provide(first);
    const other = await addTestProject(db, "other");
    await provide(second, other);
    await expect(provide(second)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("DOCENT_ASSISTANT_KEY"),
    });
    expect(await works(first)).toBe(true);
  });

  test("nodes that start together with one key agree on it", async () => {
    const { db, provide, works } = await openProject(kind);
    await Promise.all([1, 2, 3, 4].map(() => provide(first)));
    expect(await works(first)).toBe(true);
    const provided = (await listKeys(db)).filter((key) => key.providedBy === "environment");
    expect(provided).toHaveLength(1);
  });
});

async function openProject(kind: StoreKind) {
  const db = await openTestStore(kind);
  const ownProject = await addTestProject(db);
  const deps = { db, clock: systemClock };
  const { key: generated } = await createKey(
    deps,
    { kind: "operator" },
    { projectId: ownProject, kind: "assistant", label: "", expiresAt: null, origins: [] },
  );
  const provide = (key: string | undefined, projectId = ownProject) =>
    provideKey(deps, { projectId, kind: "assistant", key, variable: "DOCENT_ASSISTANT_KEY" });
  const works = (key: string) =>
    verifyKey(deps, { key, kind: "assistant", project: "acme", origin: undefined }).then(
      () => true,
      () => false,
    );
  return { db, generated, provide, works };
}
