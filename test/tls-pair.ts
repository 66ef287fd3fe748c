import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { TlsFiles } from "../src/http/tls/read-tls-pair.ts";

const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** A certificate of the test's own for this machine, in files; `days` may lie in the past. */
export async function makeTlsPair(name = "Docent test", valid = ["-days", "2"]): Promise<TlsFiles> {
  const folder = await mkdtemp(join(tmpdir(), "docent-tls-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const files = ["-keyout", keyFile, "-out", certFile];
  const subject = ["-subj", `/CN=${name}`];
  const request = ["req", "-x509", ...curve, ...valid, ...subject, ...names, ...files];
  await promisify(execFile)("openssl", request);
  return { keyFile, certFile };
}
