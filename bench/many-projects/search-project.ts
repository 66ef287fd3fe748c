import { request } from "node:http";
import { text } from "node:stream/consumers";

export type Asked = { ms: number; fault: string };

/** One search over HTTP; the readers of each project come from a network of their own. */
export function searchProject(
  url: string,
  { place, domain, query }: { place: number; domain: string; query: string },
): Promise<Asked> {
  const started = performance.now();
  const localAddress = `127.${1 + (place >> 8)}.${place & 255}.1`;
  const headers = { "content-type": "application/json" };
  return new Promise((resolve) => {
    const end = (fault: string) => resolve({ ms: performance.now() - started, fault });
    const options = { method: "POST", headers, localAddress, agent: false };
    const call = request(`${url}/discovery/v1/search/${domain}`, options, async (reply) => {
      const said = await text(reply);
      end(reply.statusCode === 200 && said.startsWith("[{") ? "" : said.slice(0, 80) || "nothing");
    });
    call.once("error", (error) => end(error.message));
    call.end(JSON.stringify({ query }));
  });
}
