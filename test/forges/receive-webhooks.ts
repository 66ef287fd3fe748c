import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Delivery } from "../../src/forge/hosts/forge-host.ts";

type Received = Omit<Delivery, "secrets">;

/** What webhooks brought to an address while something was done. */
export async function receiveWebhooks(
  settled: () => Promise<void>,
  work: (url: string) => Promise<void>,
): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const headers = Object.entries(request.headers).map(
      ([name, value]) => [name, String(value)] as const,
    );
    received.push({ headers: new Map(headers), body: Buffer.concat(parts) });
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    await settled();
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return received;
}
