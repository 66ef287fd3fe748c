import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createForgeState } from "./forges/forge-state.ts";
import { type ForgeCase, forgeCases, startForge } from "./forges/start-forge.ts";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";

const report = z.object({
  findings: z.array(z.object({ state: z.string(), subject: z.string(), text: z.string() })),
});

async function place(kind: ForgeCase) {
  const state = await createForgeState({ "a.md": "# A\n" });
  const { url } = await startForge(kind, state);
  const { root } = await makeTree({});
  const docs = `${url}/acme/docs.git`;
  const docent = (argv: string[], token: string) =>
    runHere(argv, {
      DOCENT_DATA: join(root, "data"),
      DOCENT_FORGES: `${new URL(url).host}=${kind.kind}`,
      ...(token !== "" && { DOCENT_GIT_TOKEN: token }),
    });
  return { state, docs, root, docent, file: join(root, ".env") };
}

describe.each(forgeCases.filter(({ isApp }) => !isApp))("with a $name", (kind) => {
  test("doctor says what a token may do there, and what it lacks", async () => {
    const { state, docs, docent } = await place(kind);
    const added = await docent(["projects", "add", "--domain", "acme", "--docs", docs], "tok-boss");
    expect(added).toMatchObject({ code: 0 });
    const examine = async (token: string) => {
      const { code, stdout } = await docent(["doctor", "--json"], token);
      expect(stdout).not.toContain(token);
      const found = report.parse(JSON.parse(stdout)).findings;
      const texts = (state: string) =>
        found.filter((one) => one.subject === "source" && one.state === state).map((o) => o.text);
      return { code, good: texts("ok").join("\n"), bad: texts("bad").join("\n") };
    };
    expect(await examine("tok-docent-bot")).toMatchObject({
      ...{ code: 0, good: expect.stringContaining("may push and open pull requests"), bad: "" },
    });
    const reader = await examine("tok-reader");
    expect(reader).toMatchObject({ code: 1, good: expect.stringContaining("Git reads") });
    expect(reader.bad).toMatch(/account reader .*acme\/docs/);

    state.tokens.delete("tok-docent-bot");
    const revoked = await examine("tok-docent-bot");
    expect(revoked).toMatchObject({ code: 1, good: "" });
    expect(revoked.bad).toContain("DOCENT_GIT_TOKEN");

    const stranger = await examine("tok-stranger");
    expect(stranger).toMatchObject({ code: 1, good: "" });

    state.rename("acme/handbook");
    expect((await examine("tok-boss")).bad).toContain("is now acme/handbook");
  });

  test("init tries the token, and writes one that works", async () => {
    const { docs, docent, file } = await place(kind);
    const init = ["init", "--yes", "--docs", docs, "--model", "embedded", "--file", file];
    for (const token of ["", "tok-nobody", "tok-stranger"]) {
      const refused = await docent(init, token);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain("--untried");
      if (token !== "") expect(refused.stderr).not.toContain(token);
    }
    expect(existsSync(file)).toBe(false);

    const reader = await docent(init, "tok-reader");
    expect(reader).toMatchObject({ code: 1, stdout: "" });
    expect(reader.stderr).toMatch(/reader reads it, may not push.*account reader .*acme\/docs/);

    const made = await docent(init, "tok-docent-bot");
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining("reads it") });
    expect(made.stderr).toContain("reads it, may push, may open pull requests");
    const written = {
      DOCENT_DOCS: docs,
      DOCENT_DOMAIN: "acme",
      DOCENT_GIT_TOKEN: "tok-docent-bot",
    };
    expect(parseEnv(readFileSync(file, "utf8"))).toMatchObject(written);
  });
});
