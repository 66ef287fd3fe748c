import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { versionText } from "./version.ts";

test("the version comes with the commit of a clone, packed or not, also in a second work tree", async () => {
  const { root } = await makeTree({ "package.json": '{"version":"1.2.3"}' });
  expect(await versionText(root)).toBe("docent 1.2.3");
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  expect(await versionText(root)).toBe("docent 1.2.3");
  git("add", ".");
  git("commit", "--quiet", "-m", "first");
  const shown = `docent 1.2.3 (${git("rev-parse", "HEAD").slice(0, 8)})`;
  expect(await versionText(root)).toBe(shown);
  git("worktree", "add", "--quiet", join(root, "other"), "-b", "other");
  expect(await versionText(join(root, "other"))).toBe(shown);
  git("pack-refs", "--all");
  expect(await versionText(root)).toBe(shown);
  git("checkout", "--quiet", "--detach");
  expect(await versionText(root)).toBe(shown);
});
