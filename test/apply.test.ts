import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createdKey, keyList } from "../src/contract/dashboard.ts";
import { projectResource } from "../src/contract/owner/project-resource.ts";
import { sourceList } from "../src/contract/sources.ts";
import { remoteToken, serveRemote } from "./git-remote.ts";
import { question } from "./harness.ts";
import { makeTree } from "./make-tree.ts";
import {
  answerOf,
  newDataFolder,
  runDocent,
  serveUntilEnd,
  startDocent,
} from "./server-process.ts";
import { tlsLine } from "./tls-line.ts";

const pages = { "doors.md": "# Doors\n\nThe zeppelin hangar doors open at noon.\n" };
const asked = question("When do the zeppelin hangar doors open?");

/** A new server, an owner's token, and a private repository by https. */
async function open() {
  const remote = await serveRemote(pages);
  const { url: location, caFile } = await tlsLine(remote.url);
  const { root: folder } = await makeTree({ "empty.md": "# Empty\n\nNothing.\n" });
  const data = await newDataFolder();
  const settings = { DOCENT_CA_FILE: caFile, DOCENT_INTERNAL_GIT_HOSTS: "127.0.0.1" };
  const server = await serveUntilEnd(["--data", data, "--docs", folder], settings);
  const made = await runDocent(["tokens", "create", "--label", "ci", "--data", data]);
  expect(made.stdout).toMatch(/^svc_own_[0-9a-f]{64}\n$/);
  const token = made.stdout.trim();
  const tokenId = /tok_\w+/.exec(made.stderr)?.[0] ?? "";
  const revoke = () => runDocent(["tokens", "revoke", tokenId, "--with-keys", "--data", data]);
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${server.url}/v1/projects${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    return text === "" ? undefined : JSON.parse(text);
  };
  const ask = (domain: string, key: string) =>
    fetch(`${server.url}/discovery/v2/assistant/${domain}/message`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(asked),
    });
  const env = { DOCENT_TOKEN: token, BETA_GIT_TOKEN: remoteToken };
  const file = join(folder, "docent.yml");
  const flags = [file, "--server", server.url];
  const apply = (...more: string[]) => runDocent(["apply", ...flags, ...more], env);
  return { location, folder, send, ask, file, flags, env, token, apply, revoke };
}

test("requests, and then a file, set a new server up; a kill and a second run change nothing", async () => {
  const { location, folder, send, ask, file, flags, env, token, apply, revoke } = await open();
  const source = { location, branch: "main" };
  const { id } = projectResource.parse(await send("POST", "", { domain: "acme", source }));
  const { sources } = sourceList.parse(await send("GET", `/${id}/sources`));
  await send("POST", `/acme/sources/${sources[0]?.id}/login`, {
    kind: "token",
    token: remoteToken,
  });
  await send("POST", "/acme/sync");
  const request = { kind: "assistant", label: "website" };
  const { key } = createdKey.parse(await send("POST", "/acme/keys", request));
  expect(await answerOf(await ask("acme", key))).toContain("noon");

  const written = (keys: string[], more = "") =>
    writeFile(
      file,
      `${more}projects:
  beta:
    name: Beta
    visibility: public
    sources:
      - location: ${location}
        branch: main
        token: { fromEnv: BETA_GIT_TOKEN }
    keys:
${keys.map((name) => `      ${name}: { kind: assistant }\n`).join("")}`,
    );
  await written(["site", "old"]);
  const killed = startDocent(["apply", ...flags], env);
  while (!killed.stderr().includes("done: + project beta"))
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), killed.ended]);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const rest = await apply();
  expect(rest.code, rest.stderr).toBe(0);
  expect(sourceList.parse(await send("GET", "/beta/sources")).sources).toHaveLength(1);
  const labels = async () => {
    const { keys } = keyList.parse(await send("GET", "/beta/keys?state=active"));
    return keys.map(({ label }) => label).sort();
  };
  expect(await labels()).toEqual(["old", "site"]);
  const again = await apply("--json");
  expect(JSON.parse(again.stdout)).toEqual({ changes: [], applied: 0, keys: [] });

  await written(["site", "late"], "prune: true\n");
  const refused = await apply();
  expect(refused).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("- key old (assistant"),
  });
  expect(await labels()).toEqual(["old", "site"]);
  const keysFile = join(folder, "keys.json");
  const done = await apply("--yes", "--write-keys", keysFile);
  expect(done.code, done.stderr).toBe(0);
  expect(await labels()).toEqual(["late", "site"]);
  expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
  const { beta } = JSON.parse(await readFile(keysFile, "utf8"));
  expect(await answerOf(await ask("beta", beta.late))).toContain("noon");
  const plain = [
    killed.stderr(),
    rest.stdout,
    rest.stderr,
    refused.stderr,
    done.stdout,
    done.stderr,
  ];
  for (const secret of [token, remoteToken, beta.late]) expect(plain.join()).not.toContain(secret);
  expect((await ask("acme", key)).status).toBe(401);
  const ended = await revoke();
  expect(ended.stderr).toMatch(/Key key_\w+ \(assistant, late\) of beta is revoked\./);
  expect((await ask("beta", beta.late)).status).toBe(401);
  expect((await apply()).stderr).toContain("is not known here");
});
