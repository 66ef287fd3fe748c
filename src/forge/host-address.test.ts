import { expect, test } from "vitest";
import type { ForgeKind } from "../contract/changes.ts";
import { hostAddress, repositoryOn } from "./host-address.ts";

function on(kind: ForgeKind, url: string) {
  const address = hostAddress(url);
  const repository = address && repositoryOn(kind, address);
  return repository && [repository.apiUrl, repository.webUrl, repository.path];
}

test.each<[ForgeKind, string, [string, string, string]]>([
  [
    "github",
    "https://github.com/acme/docs.git",
    ["https://api.github.com", "https://github.com/acme/docs", "acme/docs"],
  ],
  [
    "github",
    "git@ghe.example:acme/docs.git",
    ["https://ghe.example/api/v3", "https://ghe.example/acme/docs", "acme/docs"],
  ],
  [
    "gitlab",
    "ssh://git@lab.example:2222/acme/team/docs",
    ["https://lab.example/api/v4", "https://lab.example/acme/team/docs", "acme/team/docs"],
  ],
  [
    "gitea",
    "http://127.0.0.1:3000/git/acme/docs.git/",
    ["http://127.0.0.1:3000/git/api/v1", "http://127.0.0.1:3000/git/acme/docs", "acme/docs"],
  ],
])("%s at %s is found", (kind, url, found) => {
  expect(on(kind, url)).toEqual(found);
});

test("what names no repository has no address", () => {
  for (const url of ["/srv/docs.git", "https://github.com/docs", "file:///a/b", "git@host:x", ""])
    expect(hostAddress(url)).toBeUndefined();
  expect(on("github", "https://github.com/a/b/c")).toBeUndefined();
});
