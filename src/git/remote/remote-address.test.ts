import { expect, test } from "vitest";
import { localPath, parseRemoteAddress } from "./remote-address.ts";

test("addresses are told by their protocol, paths are none", () => {
  const protocol = (text: string) => parseRemoteAddress(text)?.protocol;
  expect(protocol("https://github.com/acme/docs.git")).toBe("https");
  expect(protocol("ssh://git@example.com:2222/acme/docs.git")).toBe("ssh");
  expect(protocol("git@github.com:acme/docs.git")).toBe("ssh");
  expect(protocol("file:///srv/docs.git")).toBe("file");
  expect(protocol("http://127.0.0.1:3000/acme/docs.git")).toBe("http");
  for (const path of ["docs", "./docs", "/srv/docs.git", "C:/docs", "a:b"])
    expect(protocol(path)).toBeUndefined();
});

test("an address with credentials is refused without repeating them", () => {
  for (const text of [
    ...[
      "https://bob:hunter2@example.com/x",
      "https://hunter2@example.com/x",
      "ssh://git:hunter2@example.com/x",
    ],
    "https://example.com/x?private_token=hunter2",
  ]) {
    expect(() => parseRemoteAddress(text)).toThrow(/use ssh or a mirror/);
    expect(() => parseRemoteAddress(text)).not.toThrow(/hunter2/);
  }
});

test("other transports and options in disguise are refused", () => {
  for (const text of [
    ...["git://example.com/x", "ext::sh -c id", "http://example.com/x", "ftp://example.com/x"],
    ...["ssh://-oProxyCommand=id/x", "", "https://", "https://a\n/b", "x".repeat(3000)],
    ...["ssh://a.example#@b.example/x", "ssh://a.example?@b.example/x", "https://a.example/x#y"],
  ]) {
    expect(() => parseRemoteAddress(text), text).toThrow();
  }
});

test("only a local file address has a path", () => {
  expect(localPath("file:///srv/my%20docs.git")).toBe("/srv/my docs.git");
  expect(() => localPath("file://server/share")).toThrow("does not name a local path");
});
