import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mirrorRemote, remoteToken } from "../../../test/git-remote.ts";
import { resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { mirror } from "./mirror.ts";
import { type Publication, publishCommit } from "./publish-commit.ts";

const branch = "docs/x";

async function setUp() {
  const place = await mirrorRemote({ "a.md": "a\n" });
  const { repository, remote, main, url } = place;
  const publish = (commit: string, more: Partial<Publication> = {}) =>
    publishCommit({
      repository,
      remote: remote(),
      branch,
      commit,
      expected: main,
      base: "main",
      ...more,
    });
  const refs = async () => {
    const args = ["for-each-ref", "--format=%(refname) %(objectname)"];
    const { stdout } = await runGit(args, { gitDirectory: repository });
    return stdout.toString().trim().split("\n");
  };
  return {
    ...place,
    publish,
    refs,
    fetch: async () =>
      mirror(url, repository, { ...(await remote().access()), branches: [branch] }),
  };
}

test("a published commit is on the remote and in the mirror, and keeps no ref of its own", async () => {
  const { commit, publish, refs, tip, main } = await setUp();
  const made = await commit(branch, { "a.md": "b\n" });
  await publish(made);
  await publish(made);
  expect(await tip(branch)).toBe(made);
  expect(await refs()).toEqual([`refs/heads/${branch} ${made}`, `refs/heads/main ${main}`]);
});

test("a commit whose branch a fetch took away before its push is pushed all the same", async () => {
  const { commit, publish, fetch, refs, tip, repository } = await setUp();
  const made = await commit(branch, { "a.md": "b\n" });
  await fetch();
  expect(await resolveCommit(repository, `refs/heads/${branch}`)).toBeUndefined();
  await publish(made);
  expect(await tip(branch)).toBe(made);
  expect(await refs()).toContain(`refs/heads/${branch} ${made}`);
});

test("a commit that could not be pushed is kept through fetches and clean-ups, and goes later", async () => {
  const { commit, publish, fetch, refs, remote, repository, tip } = await setUp();
  const made = await commit(branch, { "a.md": "b\n" });
  const refused = publish(made, { remote: remote(`${remoteToken}-no`) });
  await expect(refused).rejects.toMatchObject({ code: "forbidden" });
  await fetch();
  expect(await refs()).toContain(`refs/docent/unpushed/${made} ${made}`);
  await runGit(["gc", "--quiet", "--prune=now"], { gitDirectory: repository });
  expect(await resolveCommit(repository, made)).toBe(made);
  await publish(made);
  expect(await tip(branch)).toBe(made);
  expect((await refs()).join()).not.toContain("docent");
});

test("a branch that was built upon must still be there, a new one need not be", async () => {
  const { commit, publish, fetch, origin, main, tip } = await setUp();
  const theirs = await origin.commit(branch, { "b.md": "b\n" }, main);
  await fetch();
  const made = await commit(branch, { "a.md": "b\n" }, theirs);
  await origin.git("update-ref", "-d", `refs/heads/${branch}`);
  await expect(publish(made, { expected: theirs })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("deleted"),
  });
  expect(await tip(branch)).toBeUndefined();
  const fresh = await commit("docs/new", { "a.md": "c\n" });
  await publish(fresh, { branch: "docs/new" });
  expect(await tip("docs/new")).toBe(fresh);
});

test("a base that moved on meanwhile does not stand in the way of a new branch", async () => {
  const { commit, publish, fetch, origin, tip } = await setUp();
  const made = await commit(branch, { "a.md": "b\n" });
  await origin.commit("main", { "c.md": "c\n" });
  await publish(made);
  expect(await tip(branch)).toBe(made);
  await fetch();
  await publish(made);
});

test("a branch of the mirror that the remote lost does not stand in the way of another", async () => {
  const { commit, publish, fetch, origin, main, tip, refs } = await setUp();
  await origin.git("update-ref", "refs/heads/guide", main);
  await fetch();
  await origin.git("update-ref", "-d", "refs/heads/guide");
  const made = await commit(branch, { "a.md": "b\n" });
  await publish(made, { branch: "guide/new" });
  expect(await tip("guide/new")).toBe(made);
  await fetch();
  expect(await refs()).toContain(`refs/heads/guide/new ${made}`);
});

test("a commit that the mirror has lost is refused with a sentence", async () => {
  const { publish } = await setUp();
  await expect(publish("1234567890".repeat(4))).rejects.toMatchObject({ code: "unavailable" });
});

const script = `
  const { publishCommit } = await import(${JSON.stringify(new URL("publish-commit.ts", import.meta.url).href)});
  const { readFileSync } = await import("node:fs");
  const { token, ...publication } = JSON.parse(readFileSync(process.argv[1], "utf8"));
  const { url } = publication.remote;
  const access = () => ({ credentials: { url, token } });
  process.stdout.write("go");
  await publishCommit({ ...publication, remote: { ...publication.remote, access } });
`;

test("a process killed at any moment of its push leaves one branch tip when it is repeated", async () => {
  const { commit, publish, repository, remote, main, origin, refs, tip } = await setUp();
  const made = await commit(branch, { "a.md": "b\n".repeat(50_000) });
  const file = join(origin.folder, "publication.json");
  const input = {
    repository,
    remote: remote(),
    branch,
    commit: made,
    expected: main,
    base: "main",
  };
  await writeFile(file, JSON.stringify({ ...input, token: remoteToken }));
  for (let delayMs = 0; delayMs <= 400; delayMs += 50) {
    const args = ["--input-type=module", "--eval", script, file];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const closed = once(child, "close");
    await once(child.stdout, "data");
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    child.kill("SIGKILL");
    await closed;
  }
  await publish(made);
  expect(await tip(branch)).toBe(made);
  expect(await refs()).toEqual([`refs/heads/${branch} ${made}`, `refs/heads/main ${main}`]);
  await origin.git("fsck", "--strict");
}, 60_000);
