import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { operator } from "../../lib/actor.ts";
import { systemClock } from "../../lib/clock.ts";
import { findSecret, putSecret, secretId } from "../../store/access/secrets.ts";
import { findSource } from "../../store/docs/sources.ts";
import { addRepository, changeRepository } from "./change-repositories.ts";

const reading = { branch: "", subfolder: "", mount: "", baseUrl: "" };

/** A store that breaks down at one kind of statement. */
function failingAt(kind: string): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (node.kind === kind) throw new Error("the store is gone");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

test.each(["DeleteQueryNode", "UpdateQueryNode"])(
  "a source whose move breaks off at %s has both its host and its token, or neither",
  async (kind) => {
    const { db, project } = await createTestNode();
    const deps = { db, clock: systemClock, deployment: { servedBy: () => "" }, internalHosts: [] };
    const projectId = project.id;
    const here = { ...reading, location: "https://git.example/a.git" };
    const sourceId = await addRepository(deps, operator, { projectId, request: here });
    const id = secretId({ sourceId }, "login");
    const at = systemClock.now().toISOString();
    await putSecret(db, {
      ...{
        id,
        sourceId,
        name: "",
        purpose: "login",
        kind: "token",
        sealed: "sealed",
        keyId: "key",
        hint: "",
        fingerprint: "",
      },
      ...{ setBy: "", createdAt: at, updatedAt: at },
    });
    const request = { ...reading, location: "https://evil.example/a.git" };
    const broken = { ...deps, db: db.withPlugin(failingAt(kind)) };
    const moved = changeRepository(broken, operator, { projectId, sourceId, request });
    await expect(moved).rejects.toThrow("the store is gone");
    expect(await findSource(db, sourceId)).toMatchObject({ location: here.location });
    expect(await findSecret(db, id)).toBeDefined();
  },
);
