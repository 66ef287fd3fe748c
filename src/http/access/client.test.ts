import { expect, test } from "vitest";
import { clientOf } from "./client.ts";
import { proxyList } from "./client-address.ts";

const proxies = proxyList(["10.0.0.1"]);

function secure(peer: string, proto?: string, publicUrl = "http://docs.example.com"): boolean {
  const headers = proto === undefined ? {} : { "x-forwarded-proto": proto };
  const request = new Request("http://docs.example.com/", { headers });
  return clientOf(request, peer, { proxies, publicUrl }).secure;
}

test("TLS is what the public address says", () => {
  expect(secure("192.0.2.1", undefined, "https://docs.example.com")).toBe(true);
  expect(secure("192.0.2.1")).toBe(false);
});

test("TLS is what a trusted proxy says, and nobody else", () => {
  expect(secure("10.0.0.1", "https")).toBe(true);
  expect(secure("::ffff:10.0.0.1", "HTTPS, http")).toBe(true);
  expect(secure("10.0.0.1", "http")).toBe(false);
  expect(secure("10.0.0.1")).toBe(false);
  expect(secure("192.0.2.1", "https")).toBe(false);
  expect(secure("unknown", "https")).toBe(false);
});

test("the address is the nearest that is no proxy", () => {
  const headers = { "x-forwarded-for": "192.0.2.9" };
  const request = new Request("http://docs.example.com/", { headers });
  const place = { proxies, publicUrl: undefined };
  expect(clientOf(request, "10.0.0.1", place).address).toBe("192.0.2.9");
  expect(clientOf(request, "192.0.2.1", place).address).toBe("192.0.2.1");
});
