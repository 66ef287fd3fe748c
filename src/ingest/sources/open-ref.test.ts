import { join } from "node:path";
import { expect, test } from "vitest";
import { serveGit } from "../../../test/git-http-server.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { openRef } from "./open-ref.ts";

const { signal } = new AbortController();

async function remoteRepository() {
  const origin = await makeRepository({ "a.md": "one" });
  const server = await serveGit(origin.folder);
  const options = { location: `${server.url}/docs.git`, mirrorFolder: join(origin.folder, "m") };
  const open = (ref: string) => openRef(options, ref, signal);
  return { origin, server, open };
}

test("a branch of a remote is fetched before it is looked up, also one that was pushed a moment ago", async () => {
  const { origin, open } = await remoteRepository();
  const first = await origin.commit("docs/next", { "a.md": "two" }, "main");
  expect((await open("docs/next"))?.commit).toBe(first);
  expect(await open("docs/other")).toBeUndefined();
  const later = await origin.commit("docs/new", { "a.md": "three" }, "main");
  expect((await open("docs/new"))?.commit).toBe(later);
});

test("a commit that is here needs no asking, and one that is not is fetched by its id", async () => {
  const { origin, server, open } = await remoteRepository();
  await origin.git("config", "uploadpack.allowAnySHA1InWant", "true");
  const aside = await origin.commit("aside", { "b.md": "aside" }, "main");
  expect((await open(aside))?.commit).toBe(aside);
  const asked = server.seen.length;
  expect((await open(aside))?.commit).toBe(aside);
  expect(server.seen).toHaveLength(asked);
});

test("a commit that a remote does not hand out, or does not have, is not there", async () => {
  const { origin, open } = await remoteRepository();
  const gone = await origin.commit("gone", { "b.md": "gone" }, "main");
  await origin.git("update-ref", "-d", "refs/heads/gone");
  await origin.git("config", "uploadpack.allowAnySHA1InWant", "false");
  await origin.git("config", "uploadpack.allowReachableSHA1InWant", "false");
  expect(await open("0".repeat(40))).toBeUndefined();
  const found = await open(gone);
  // Newer servers hand out what they have to whoever knows its id; none makes it an error.
  expect([undefined, gone]).toContain(found?.commit);
});

test("a name that could be an option or another kind of ref reaches no remote", async () => {
  const { server, open } = await remoteRepository();
  for (const ref of ["--upload-pack=touch /tmp/x", "-x", "a..b", "main@{1}", "a:b", "x\0", ""])
    expect(await open(ref), ref).toBeUndefined();
  expect(server.seen).toEqual([]);
});
