import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

export type TlsLine = {
  /** The same address over https. */
  url: string;
  /** The certificate of the authority that nobody knows. */
  caFile: string;
};

/** Puts TLS with a certificate of the test's own before a server. */
export async function tlsLine(plainUrl: string): Promise<TlsLine> {
  const folder = await mkdtemp(join(tmpdir(), "docent-tls-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [keyFile, caFile] = [join(folder, "key.pem"), join(folder, "ca.pem")];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const about = ["-nodes", "-days", "2", "-subj", "/CN=Docent test"];
  const names = ["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const files = ["-keyout", keyFile, "-out", caFile];
  await promisify(execFile)("openssl", [...request, ...about, ...names, ...files]);
  const target = new URL(plainUrl);
  const [key, cert] = [await readFile(keyFile), await readFile(caFile)];
  const server = createServer({ key, cert }, (socket) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const one of [socket, onward]) one.on("error", () => one.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = new URL(plainUrl);
  const port = (server.address() as AddressInfo).port;
  return { url: `https://127.0.0.1:${port}${url.pathname}`, caFile };
}
