import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { remoteToken, serveRemote } from "../../test/git-remote.ts";
import { makeTree } from "../../test/make-tree.ts";
import { tlsLine } from "../../test/tls-line.ts";
import { explainRefusal } from "../git/remote/explain-refusal.ts";
import { remoteTip } from "../git/remote/mirror.ts";
import { trustAuthorities } from "./trust-authorities.ts";

function restoreAfter(): void {
  const before = getCACertificates("default");
  const { GIT_SSL_CAINFO: file } = process.env;
  onTestFinished(() => {
    setDefaultCACertificates(before);
    if (file === undefined) delete process.env.GIT_SSL_CAINFO;
    else process.env.GIT_SSL_CAINFO = file;
  });
}

test("git and requests believe an authority of the operator's own once its file is given", async () => {
  restoreAfter();
  const served = await serveRemote({ "a.md": "a\n" });
  const { url, caFile } = await tlsLine(served.url);
  const look = () => remoteTip(url, { credentials: { url, token: remoteToken } });
  const refused = await look().catch((error) => explainRefusal(error, { location: url }));
  expect(refused).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("DOCENT_CA_FILE"),
  });
  await expect(fetch(url)).rejects.toThrow();
  const dataFolder = join((await makeTree({})).root, "data");
  trustAuthorities({ caFile, dataFolder });
  expect(await look()).toBe(await served.tip("main"));
  expect((await fetch(url)).status).toBe(401);
});

test("a file that is not there or holds no certificate is told before anything starts", async () => {
  restoreAfter();
  const { root } = await makeTree({});
  const caFile = join(root, "ca.pem");
  const trust = () => trustAuthorities({ caFile, dataFolder: root });
  expect(trust).toThrow("DOCENT_CA_FILE names a file that cannot be read (ENOENT).");
  await writeFile(caFile, "hello");
  expect(trust).toThrow("DOCENT_CA_FILE holds no certificate");
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  await writeFile(caFile, broken);
  expect(trust).toThrow("one that cannot be read");
});
