import { readFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import { onTestFinished } from "vitest";
import { makeTlsPair } from "./tls-pair.ts";

export type TlsLine = {
  /** The same address over https. */
  url: string;
  /** The certificate of the authority that nobody knows. */
  caFile: string;
};

/** Puts TLS with a certificate of the test's own before a server. */
export async function tlsLine(plainUrl: string): Promise<TlsLine> {
  const { keyFile, certFile: caFile } = await makeTlsPair();
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
