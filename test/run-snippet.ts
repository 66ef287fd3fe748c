import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

/** Pastes a curl command into a shell and hands back what it prints. */
export async function runSnippet(snippet: string): Promise<string> {
  const hasCurl = spawnSync("curl", ["--version"]).status === 0;
  const script = hasCurl ? snippet : `${standIn}\n${snippet}`;
  const env = { PATH: process.env.PATH, NODE: process.execPath, CURL: program };
  const { stdout } = await promisify(execFile)("sh", ["-c", script], { env });
  return stdout;
}

/** For machines without curl: the shell reads the very same words. */
const standIn = 'curl() { "$NODE" --input-type=module -e "$CURL" -- "$@"; }';
const program = `
import { parseArgs } from "node:util";
const options = {
  "no-buffer": { type: "boolean", short: "N" },
  header: { type: "string", short: "H", multiple: true },
  data: { type: "string", short: "d" },
};
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const headers = values.header.map((line) => line.split(": "));
const method = values.data === undefined ? "GET" : "POST";
const response = await fetch(positionals[0], { method, headers, body: values.data });
process.stdout.write(await response.text());
`;
