import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { memoryHost } from "../../test/forges/memory-host.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { noon } from "../../test/store-rows.ts";
import type { ForgeKind } from "../contract/changes.ts";
import { askForgeKind } from "./ask-forge-kind.ts";
import { createHostFinder } from "./host-finder.ts";
import { createHostLimits } from "./hosts/host-limits.ts";
import type { HostLogin } from "./hosts/host-login.ts";
import type { HostSettings } from "./hosts/host-settings.ts";

async function setUp(kinds: [string, ForgeKind | "none"][] = []) {
  const api = memoryHost(await makeRepository({}));
  const host = ({ repository }: HostSettings) => ({ ...api, repository });
  const time = { now: new Date(noon) };
  const clock = { now: () => time.now };
  const asked: string[] = [];
  const answer: { kind: ForgeKind | undefined } = { kind: undefined };
  const find = createHostFinder({
    ...{ adapters: { github: host, gitea: host }, limits: createHostLimits(clock), clock },
    kinds: new Map(kinds),
    ask: async (root) => {
      asked.push(root);
      return answer.kind;
    },
  });
  const at = async (url: string, login: HostLogin | undefined = { kind: "token", token: "t" }) =>
    (await find({ url, owner: "src_1", login: async () => login }))?.repository.kind;
  return { find, at, asked, answer, time };
}

test("a forge is known by its name, by what is set, or by asking once", async () => {
  const { at, asked, answer, time } = await setUp([
    ["git.example", "github"],
    ["codeberg.org", "none"],
  ]);
  expect(await at("https://github.com/acme/docs")).toBe("github");
  expect(await at("git@git.example:acme/docs.git")).toBe("github");
  expect(await at("https://codeberg.org/acme/docs")).toBeUndefined();
  expect(asked).toEqual([]);
  expect(await at("https://other.example/acme/docs")).toBeUndefined();
  answer.kind = "gitea";
  expect(await at("https://other.example/acme/docs")).toBeUndefined();
  time.now = new Date("2030-01-01T13:00:00.000Z");
  expect(await at("https://other.example/acme/docs")).toBe("gitea");
  time.now = new Date("2030-02-01T13:00:00.000Z");
  expect(await at("https://other.example/acme/more")).toBe("gitea");
  expect(asked).toEqual(["https://other.example", "https://other.example"]);
});

test("without a token nothing is asked, and one adapter serves a source", async () => {
  const { find, asked } = await setUp();
  const url = "https://github.com/acme/docs";
  const none = { url, owner: "src_1", login: async () => undefined };
  expect(await find(none)).toBeUndefined();
  expect(await find({ ...none, url: "https://other.example/a/b" })).toBeUndefined();
  expect(asked).toEqual([]);
  const login = async () => ({ kind: "token", token: "t" }) as const;
  const one = await find({ url, owner: "src_1", login });
  expect(await find({ url, owner: "src_1", login })).toBe(one);
  expect(await find({ url, owner: "src_2", login })).not.toBe(one);
});

test("a host says which forge it is by the address of its version", async () => {
  const replies: Record<string, [number, Record<string, string>, string]> = {
    "/tea/api/v1/version": [200, {}, '{"version":"1.22.0"}'],
    "/lab/api/v4/version": [401, { "x-gitlab-meta": "{}" }, '{"message":"401 Unauthorized"}'],
    "/hub/api/v3/meta": [200, {}, '{"verifiable_password_authentication":true}'],
    "/odd/api/v1/version": [200, {}, "<html>version</html>"],
  };
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    const [status, headers, body] = replies[request.url ?? ""] ?? [404, {}, "gone"];
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kinds = ["tea", "lab", "hub", "odd"].map((name) => askForgeKind(`${root}/${name}`));
  expect(await Promise.all(kinds)).toEqual(["gitea", "gitlab", "github", undefined]);
  expect(new Set(seen)).toEqual(new Set([undefined]));
});
