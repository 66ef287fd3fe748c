import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { runGit } from "../run/git.ts";
import { recentSubjects } from "./recent-subjects.ts";

async function commits(path: string, messages: string[]): Promise<string> {
  const person = "Ada <ada@example.com> 1700000000 +0000";
  const input = messages.map(
    (message) =>
      `commit refs/heads/main\ncommitter ${person}\ndata ${Buffer.byteLength(message)}\n${message}\n`,
  );
  await runGit(["fast-import", "--quiet", "--force"], {
    gitDirectory: path,
    input: input.join(""),
  });
  const { stdout } = await runGit(["rev-parse", "refs/heads/main"], { gitDirectory: path });
  return stdout.toString().trim();
}

test("subjects come newest first, without their bodies", async () => {
  const { path } = await makeRepository({ "a.md": "a" });
  const tip = await commits(path, ["docs: old\n\nbody", "Ünïcode — new\n", "two\nlines\n\nbody"]);
  expect(await recentSubjects(path, tip)).toEqual(["two lines", "Ünïcode — new", "docs: old"]);
  expect(await recentSubjects(path, tip, { count: 1 })).toEqual(["two lines"]);
});

test("the repository's own settings change nothing", async () => {
  const { path, git } = await makeRepository({ "a.md": "a" });
  await git("config", "format.pretty", "fuller");
  await git("config", "log.showSignature", "true");
  await git("config", "log.decorate", "full");
  const tip = await commits(path, ["one", "two"]);
  expect(await recentSubjects(path, tip)).toEqual(["two", "one"]);
});

test("a subject without end costs nothing, and one that is no id is refused", async () => {
  const { path } = await makeRepository({ "a.md": "a" });
  const tip = await commits(path, ["x".repeat(2 * 1024 * 1024)]);
  expect(await recentSubjects(path, tip)).toEqual([]);
  expect(await recentSubjects(path, "0".repeat(40))).toEqual([]);
  await expect(recentSubjects(path, "--output=x")).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("an abort is told as one", async () => {
  const { path } = await makeRepository({ "a.md": "a" });
  const tip = await commits(path, ["one"]);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(recentSubjects(path, tip, { signal })).rejects.toThrow("enough");
});
