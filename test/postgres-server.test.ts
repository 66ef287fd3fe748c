import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import { expect, test, vi } from "vitest";

const PROGRAM = `
import { startPostgresServer } from ${JSON.stringify(new URL("./postgres-server.ts", import.meta.url))};
const server = await startPostgresServer();
console.log(server.url);
`;

test("a killed process leaves neither a server nor files behind", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await once(child.stdout, "data");
  const url = String(output).trim();
  const folder = await serverFolder(url);
  expect(existsSync(folder)).toBe(true);

  child.kill("SIGKILL");

  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 60_000 });
  await expect(serverFolder(url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

async function serverFolder(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SHOW data_directory");
  await client.end();
  return dirname(String(rows[0].data_directory));
}
