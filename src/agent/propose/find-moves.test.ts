import { expect, test } from "vitest";
import { overlayOf } from "../../../test/overlay-of.ts";
import { findMoves } from "./find-moves.ts";

const keys = "# Keys\n\nA key opens a door.\nA key closes it.\n\nSee [roles](roles.md).\n";
const roles = "# Roles\n\nA role may read.\nA role may write.\n\nSee [keys](keys.md).\n";

async function moves(change: (write: (path: string, text: string | null) => void) => void) {
  const files = { "docs/keys.md": keys, "docs/roles.md": roles, "docs/empty.md": "" };
  const [before, after] = [await overlayOf(files), await overlayOf(files)];
  change((path, text) => (text === null ? after.remove(path) : void after.write(path, text)));
  return [...(await findMoves(before, after.changes()))];
}

test("a page at another place is found again, also with its links repaired", async () => {
  expect(
    await moves((write) => {
      write("docs/keys.md", null);
      write("docs/roles.md", null);
      write("docs/access/roles.md", roles.replace("keys.md", "../keys.md"));
      write("docs/guides/keys.md", keys.replace("roles.md", "/access/roles.md"));
    }),
  ).toEqual([
    ["docs/access/roles.md", "docs/roles.md"],
    ["docs/guides/keys.md", "docs/keys.md"],
  ]);
});

test("a new page beside a deleted one is no move", async () => {
  expect(
    await moves((write) => {
      write("docs/keys.md", null);
      write("docs/new.md", "# New\n\nSomething else.\n");
      write("docs/roles.md", keys);
    }),
  ).toEqual([]);
  expect(
    await moves((write) => {
      write("docs/empty.md", null);
      write("docs/also-empty.md", "");
    }),
  ).toEqual([]);
});

test("one page is moved to one place only", async () => {
  expect(
    await moves((write) => {
      write("docs/keys.md", null);
      write("docs/a.md", keys);
      write("docs/b.md", keys);
    }),
  ).toEqual([["docs/a.md", "docs/keys.md"]]);
});
