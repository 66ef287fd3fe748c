import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { serverAddress } from "./config.ts";
import { loadConfig } from "./read-config.ts";
import { type SettingName, settings } from "./settings.ts";

const load = (env: Record<string, string>, flags: Partial<Record<SettingName, string>> = {}) =>
  loadConfig(env, flags, false);

function faultsOf(env: Record<string, string>): string[] {
  try {
    load(env);
  } catch (error) {
    return String(error).split("\n  ").slice(1);
  }
  return [];
}

test("a certificate and its key are given together", () => {
  const files = { DOCENT_TLS_CERT_FILE: "/tls/cert.pem", DOCENT_TLS_KEY_FILE: "/tls/key.pem" };
  expect(load(files).tls).toEqual({ certFile: "/tls/cert.pem", keyFile: "/tls/key.pem" });
  expect(load({}).tls).toBeUndefined();
  expect(() => load({ DOCENT_TLS_CERT_FILE: "/tls/cert.pem" })).toThrow(/set both, or neither/);
  expect(serverAddress(load(files))).toMatch(/^https:/);
});

test("without any setting the defaults work on a laptop", () => {
  const config = load({});
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 4040,
    dataFolder: resolve(".docent"),
    domain: "docent",
    docs: undefined,
    store: { kind: "sqlite", file: resolve(".docent/docent.db") },
    publicUrl: undefined,
    trustedProxies: [],
    maxBodyBytes: 1_048_576,
    shutdownGraceMs: 25_000,
    keepAliveMs: 15_000,
    log: { level: "info", format: "json" },
  });
  expect(Object.isFrozen(config)).toBe(true);
  expect(loadConfig({}, {}, true).log.format).toBe("pretty");
});

test("an empty variable counts as unset", () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ""]));
  expect(load(empty)).toEqual(load({}));
});

test("flags win over the environment", () => {
  const env = { DOCENT_PORT: "1", DOCENT_DOMAIN: "one" };
  expect(load(env, { DOCENT_PORT: "2" })).toMatchObject({ port: 2, domain: "one" });
});

test("every fault is listed at once, and no value is shown", () => {
  const secret = "hunter2";
  const wrong = {
    DOCENT_PORT: secret,
    DOCENT_DOMAIN: "Not A Domain",
    DATABASE_URL: `mysql://root:${secret}@host/db`,
    DOCENT_PUBLIC_URL: `ftp://${secret}`,
    DOCENT_TRUSTED_PROXIES: secret,
    DOCENT_ADMIN_KEY: `svc_${secret}`,
    DOCENT_ASSISTANT_KEY: secret,
    DOCENT_MAX_BODY_BYTES: "1",
    DOCENT_LOG_LEVEL: "loud",
  };
  const faults = faultsOf(wrong);
  expect(faults.map((fault) => fault.split(":")[0])).toEqual(
    Object.keys(settings).filter((name) => name in wrong),
  );
  expect(faults.join()).not.toContain(secret);
});

test.each(["-1", "65536", "80.5", "1e3", "0x50", " 80", "８０"])("%j is no port", (text) => {
  expect(faultsOf({ DOCENT_PORT: text })).toEqual([
    "DOCENT_PORT: must be a whole number from 0 to 65535",
  ]);
});

test("the public address is brought to its normal form", () => {
  const url = (text: string) => load({ DOCENT_PUBLIC_URL: text }).publicUrl;
  expect(url("https://docs.example.com/")).toBe("https://docs.example.com");
  expect(url("HTTPS://Docs.Example.COM:443")).toBe("https://docs.example.com");
  expect(url("http://example.com:8080/help//")).toBe("http://example.com:8080/help");
  for (const text of [
    "docs",
    "//x",
    "https://",
    "https://a.b/?q=1",
    "https://a.b/#c",
    "https://u:p@a.b",
    "javascript:alert(1)",
  ])
    expect(faultsOf({ DOCENT_PUBLIC_URL: text })).toHaveLength(1);
});

test("trusted proxies are addresses and ranges, and nothing else", () => {
  const list = (text: string) => load({ DOCENT_TRUSTED_PROXIES: text }).trustedProxies;
  expect(list(" 10.0.0.0/8, 127.0.0.1 ,::1,fd00::/8,")).toEqual([
    "10.0.0.0/8",
    "127.0.0.1",
    "::1",
    "fd00::/8",
  ]);
  for (const text of [
    "10.0.0.0/33",
    "::1/129",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0/8",
    "proxy.local",
    "10.0.0.1;10.0.0.2",
  ])
    expect(faultsOf({ DOCENT_TRUSTED_PROXIES: text })).toHaveLength(1);
});

test("a key of one's own has the prefix of its kind and 32 characters or more", () => {
  const long = "k".repeat(32);
  expect(
    load({ DOCENT_ADMIN_KEY: `svc_${long}`, DOCENT_ASSISTANT_KEY: `svc_dsc_${long}` }),
  ).toMatchObject({
    adminKey: `svc_${long}`,
    assistantKey: `svc_dsc_${long}`,
  });
  for (const key of [
    `svc_${long.slice(1)}`,
    `svc_dsc_${long}`,
    long,
    `svc_${long} `,
    `svc_${long}é`,
  ])
    expect(faultsOf({ DOCENT_ADMIN_KEY: key })).toHaveLength(1);
  for (const key of [`svc_${long}`, `svc_dsc_${long.slice(1)}`, `svc_dsc_${long}\n`])
    expect(faultsOf({ DOCENT_ASSISTANT_KEY: key })).toHaveLength(1);
});

test("DATABASE_URL chooses PostgreSQL, and one that cannot be read is refused", () => {
  const url = "postgresql://docent:p%40ss@db.internal:5432/docent";
  expect(load({ DATABASE_URL: url }).store).toEqual({ kind: "postgres", url });
  expect(faultsOf({ DATABASE_URL: "postgres://docent:p/ss@db:port/x" })).toHaveLength(1);
});

test("the check of .env.example fails when the file differs from the settings", async () => {
  const project = resolve(import.meta.dirname, "../..");
  const { root } = await makeTree({});
  mkdirSync(join(root, "scripts"));
  copyFileSync(join(project, "scripts/generate-env-example.ts"), join(root, "scripts/generate.ts"));
  symlinkSync(join(project, "src"), join(root, "src"));
  const example = readFileSync(join(project, ".env.example"), "utf8");
  const check = (text: string) => {
    writeFileSync(join(root, ".env.example"), text);
    return spawnSync(process.execPath, [join(root, "scripts/generate.ts"), "--check"]).status;
  };
  expect(check(example)).toBe(0);
  expect(check(example.replace("DOCENT_PORT=4040", "DOCENT_PORT=4041"))).toBe(1);
  for (const name of Object.keys(settings)) expect(example).toContain(`\n# ${name}=`);
});

test("git tokens are taken by their names, and no fault shows one", () => {
  const { git } = load({
    DOCENT_GIT_TOKEN: "tok_default",
    DOCENT_GIT_TOKEN_ACME: "tok_acme",
    DOCENT_GIT_USERNAME_ACME: "oauth2",
    DOCENT_GIT_TOKEN_EMPTY: "",
    DOCENT_GIT_TOKEN_lower: "tok_no",
    DOCENT_SSH_KEY_FILE: "/etc/docent/key",
    DOCENT_SSH_KNOWN_HOSTS_FILE: "/etc/docent/hosts",
  });
  expect(git.logins).toEqual(
    new Map([
      ["", { token: "tok_default", username: undefined }],
      ["ACME", { token: "tok_acme", username: "oauth2" }],
    ]),
  );
  expect(git.ssh).toEqual({ keyFile: "/etc/docent/key", knownHostsFile: "/etc/docent/hosts" });
  const faults = faultsOf({
    DOCENT_GIT_TOKEN: "hunter2\nHost: evil",
    DOCENT_GIT_TOKEN_ACME: "hunter2",
    DOCENT_GIT_USERNAME_ACME: "hunter2:x",
    DOCENT_SSH_KEY_FILE: "hunter2",
    DOCENT_SSH_KNOWN_HOSTS_FILE: "/hunter2/$HOME",
  });
  expect(faults.map((fault) => fault.split(":")[0])).toEqual([
    "DOCENT_GIT_TOKEN",
    "DOCENT_GIT_USERNAME_ACME",
    "DOCENT_SSH_KEY_FILE",
    "DOCENT_SSH_KNOWN_HOSTS_FILE",
  ]);
  expect(faults.join()).not.toContain("hunter2");
});

test("sources are looked at every minute and folders watched, unless told otherwise", () => {
  expect(load({})).toMatchObject({ pollMs: 60_000, watch: true });
  expect(load({ DOCENT_POLL_SECONDS: "0", DOCENT_WATCH: "off" })).toMatchObject({
    pollMs: 0,
    watch: false,
  });
  expect(faultsOf({ DOCENT_POLL_SECONDS: "-1", DOCENT_WATCH: "maybe" })).toHaveLength(2);
});

test("a node has every role unless it is given some, and these need a store that nodes share", () => {
  const url = "postgres://docent@db/x";
  expect(load({}).roles).toEqual(["api", "worker", "sync"]);
  expect(load({ DATABASE_URL: url, DOCENT_ROLE: "sync, api,api" }).roles).toEqual(["api", "sync"]);
  expect(load({ DATABASE_URL: url, DATABASE_LISTEN_URL: `${url}2` }).store).toEqual({
    ...{ kind: "postgres", url, listenUrl: `${url}2` },
  });
  expect(faultsOf({ DATABASE_URL: url, DOCENT_ROLE: "api,boss" })).toHaveLength(1);
  expect(faultsOf({ DOCENT_ROLE: "api" })).toEqual([expect.stringMatching(/needs DATABASE_URL/)]);
  expect(faultsOf({ DATABASE_LISTEN_URL: url })).toHaveLength(1);
});
