import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { parse } from "yaml";
import { makeTlsPair } from "./tls-pair.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<string> {
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return String(typeof address === "object" ? address?.port : "");
}

async function checkHealth(env: Record<string, string>) {
  const file = fileURLToPath(new URL("deploy/healthcheck.js", root));
  const child = spawn(process.execPath, [file], { env });
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  const [code] = await once(child, "close");
  return { code, said };
}

test("a container is healthy while its server takes requests, and says why when it is not", async () => {
  let status = 200;
  const port = await portOf(
    createServer(({ url }, reply) => {
      reply.statusCode = url === "/readyz" ? status : 404;
      reply.end();
    }),
  );
  expect(await checkHealth({ DOCENT_PORT: port })).toEqual({ code: 0, said: "" });
  status = 503;
  expect(await checkHealth({ DOCENT_PORT: port })).toEqual({
    code: 1,
    said: "/readyz answers 503\n",
  });
  servers.pop()?.close();
  const gone = await checkHealth({ DOCENT_PORT: port });
  expect(gone).toMatchObject({ code: 1, said: expect.stringContaining("ECONNREFUSED") });
});

test("a container whose server speaks HTTPS is asked by HTTPS", async () => {
  const { certFile, keyFile } = await makeTlsPair();
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const port = await portOf(createTlsServer(pair, (_, reply) => reply.end()));
  const asked = { DOCENT_PORT: port, DOCENT_TLS_CERT_FILE: certFile };
  expect(await checkHealth(asked)).toEqual({ code: 0, said: "" });
});

test("the image runs as a numbered user, and takes no secret while it is built", () => {
  const lines = read("Dockerfile").split("\n");
  const users = lines.filter((line) => line.startsWith("USER "));
  expect(users).toEqual(["USER 10001:10001"]);
  const given = lines.filter((line) => /^(?:ARG|ENV) /.test(line)).join("\n");
  expect(given).not.toMatch(/TOKEN|KEY|SECRET|PASSWORD/);
});

test("all that the image is built from is let through to the build, and no settings or data", () => {
  const rules = read(".dockerignore").split("\n");
  expect(rules).toContain("*");
  const named = read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm);
  const files = [...named].flatMap(([, list = ""]) => list.split(" "));
  for (const file of files.filter((one) => one !== ".")) expect(rules).toContain(`!${file}`);
  expect(rules).toContain("**/.env*");
  expect(rules).toContain("**/node_modules");
});

test("the Compose file keeps the image's hardening, and stops later than the server", () => {
  const { docent } = parse(read("deploy/compose.yml")).services;
  expect(docent).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  const grace = Number(docent.environment.DOCENT_SHUTDOWN_GRACE_SECONDS);
  expect(Number.parseInt(docent.stop_grace_period, 10)).toBeGreaterThan(grace);
});

const flush = (text: string) => text.replace(/^ +/gm, "");

test.each(["docent.service", "nginx.conf", "Caddyfile", "traefik.yml"])(
  "the docs show %s as it is",
  (name) => {
    expect(flush(read("docs/self-hosting.mdx"))).toContain(flush(read(`deploy/${name}`)));
  },
);

test("workflows run actions by the hash of a commit, which nobody can move", () => {
  const files = globSync(".github/workflows/*.yml", { cwd: root });
  expect(files.length).toBeGreaterThan(1);
  const used = files.flatMap((file) => [...read(file).matchAll(/uses: (\S+)/g)]);
  for (const [, action] of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});
