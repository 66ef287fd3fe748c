import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { openOverlay } from "../overlay/overlay.ts";
import { branchCommit } from "./resolve-commit.ts";

test("files that hold one of the texts are named, changes and odd names included", async () => {
  const repository = await makeRepository({
    "a.md": "the keys\n",
    "-rf": "keys\n",
    "b.md": "Keys\n",
    "docs/c.md": "a door\n",
    "gone.md": "keys\n",
    "changed.md": "keys\n",
    "p.png": Buffer.from("keys\0"),
    link: { mode: "120000", content: "keys" },
  });
  const commit = await branchCommit(repository.path, "main");
  const overlay = await openOverlay(repository.path, commit, []);
  overlay.remove("gone.md");
  overlay.write("changed.md", "none\n");
  overlay.write("new.md", "-e keys\n");
  expect(await overlay.filesWith(["keys", "door", "a\nb"])).toEqual([
    "-rf",
    "a.md",
    "docs/c.md",
    "new.md",
  ]);
  expect(await overlay.filesWith(["-e keys"])).toEqual(["new.md"]);
  expect(await overlay.filesWith(["no such text"])).toEqual([]);
  expect(await overlay.filesWith([])).toEqual([]);
});
