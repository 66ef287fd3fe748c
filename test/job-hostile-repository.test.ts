import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listEntries } from "../src/git/read/list-tree.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import { updateSourcePlace } from "../src/store/docs/sources.ts";
import { createJobNode, jobEvents, task } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { finishCall, scriptedEditor } from "./scripted-editor.ts";

const hooks = ["pre-commit", "post-commit", "reference-transaction", "post-update", "update"];

/** A work tree in which every place that can name a command names one, and every path that can lead out does. */
async function hostileRepository() {
  const { root } = await makeTree({ "secret/key.txt": "top secret\n", "marks/.keep": "" });
  const repository = join(root, "repository");
  const mark = (name: string) => `touch ${join(root, "marks", name)}; cat`;
  await mkdir(join(repository, "docs"), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", repository, "-c", "user.name=A", "-c", "user.email=a@b", ...args], {
      stdio: "pipe",
    });
  git("init", "--quiet", "--initial-branch=main");
  await writeFile(join(repository, "docs/keys.md"), "# Keys\n\nA key.\n");
  await writeFile(join(repository, "-rf"), "harmless\n");
  await writeFile(join(repository, ".gitattributes"), "*.md filter=evil diff=evil merge=evil\n");
  await symlink(join(root, "secret/key.txt"), join(repository, "docs/link.md"));
  await symlink(join(root, "secret"), join(repository, "out"));
  await symlink("/etc/passwd", join(repository, "docs/passwd.md"));
  await symlink("/proc/self/environ", join(repository, "docs/environ.md"));
  const url = `ext::${mark("submodule")}`;
  const module = `[submodule "m"]\n path = module\n url = ${url}\n update = !${mark("update")}\n`;
  await writeFile(join(repository, ".gitmodules"), module);
  git("add", "--all");
  git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},module`);
  git("commit", "--quiet", "-m", "First");
  for (const name of ["filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv"])
    git("config", name, mark(name));
  for (const name of ["diff.evil.command", "core.fsmonitor", "core.pager", "merge.evil.driver"])
    git("config", name, mark(name));
  for (const name of ["core.sshCommand", "core.askPass", "credential.helper", "diff.external"])
    git("config", name, mark(name));
  git("update-ref", "refs/heads/--exec=touch", "HEAD");
  for (const hook of hooks) {
    const path = join(repository, ".git/hooks", hook);
    await writeFile(path, `#!/bin/sh\n${mark(hook)} >/dev/null </dev/null\n`);
    await chmod(path, 0o755);
  }
  return { repository, marks: join(root, "marks") };
}

test("a job on a hostile repository runs nothing, reads nothing outside and leaves the work tree alone", async () => {
  const { repository, marks } = await hostileRepository();
  const read = (path: string) => ({ name: "read_file", input: { path } });
  const write = (path: string) => ({ name: "write_file", input: { path, content: "x" } });
  const refused = [
    read("docs/link.md"),
    read("docs/passwd.md"),
    read("docs/environ.md"),
    read("/etc/passwd"),
    read(".git/config"),
    read("out/key.txt"),
    read("module"),
    read("../secret/key.txt"),
    write("docs/link.md"),
    write("out/new.txt"),
    write("module/x"),
    write(".git/hooks/post-checkout"),
    write(".GIT/config"),
    write("docs/../../x.md"),
    write(".github/workflows/build.yml"),
    { name: "move_file", input: { from: "docs/link.md", to: "docs/stolen.md" } },
    { name: "delete_file", input: { path: "module" } },
    write(".gitmodules"),
    write(".gitattributes"),
    { name: "list_files", input: { folder: "../secret" } },
  ];
  const allowed = [
    read("-rf"),
    { name: "search_text", input: { query: "--open-files-in-pager=touch" } },
    { name: "search_text", input: { query: "-e secret" } },
    { name: "edit_file", input: { path: "docs/keys.md", old: "A key.", new: "Two keys." } },
    { name: "write_file", input: { path: "docs/-rf.md", content: "# Dash\n" } },
    { name: "move_file", input: { from: "docs/-rf.md", to: "docs/--help.md" } },
  ];
  const model = scriptedEditor([
    { calls: refused },
    { calls: allowed },
    { calls: [finishCall({ title: "--exec=touch x" })] },
  ]);
  const node = await createJobNode({ model });
  const place = { kind: "folder", location: join(repository, "docs"), branch: "", subfolder: "" };
  await updateSourcePlace(node.db, node.source.id, { ...place, kind: "folder" });
  await node.jobs.startWorker();
  const events = await jobEvents(await node.createJob(task("Edit it.", { branch: "docs/new" })));
  const failed = events.filter((event) => event.type === "tool-output-error");
  expect(failed.map((event) => event.toolCallId)).toEqual(
    refused.map((_, index) => `step-1-call-${index + 1}`),
  );
  expect(JSON.stringify(events)).not.toMatch(/top secret|root:x:0|PATH=/);
  expect(events.at(-1)).toEqual({ type: "finish" });
  expect(await readdir(marks)).toEqual([".keep"]);
  expect((await readdir(repository)).sort()).toEqual(
    ["-rf", ".git", ".gitattributes", ".gitmodules", "docs", "out"].sort(),
  );
  const gitFolder = join(repository, ".git");
  const entries = await listEntries(gitFolder, await branchCommit(gitFolder, "docs/new"));
  expect(entries.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    "file -rf",
    "file .gitattributes",
    "file .gitmodules",
    "file docs/--help.md",
    "symlink docs/environ.md",
    "file docs/keys.md",
    "symlink docs/link.md",
    "symlink docs/passwd.md",
    "submodule module",
    "symlink out",
  ]);
  // The traps work: git without our settings steps into one.
  execFileSync("git", ["-C", repository, "update-ref", "refs/heads/proof", "HEAD"]);
  expect(await readdir(marks)).toContain("reference-transaction");
});
