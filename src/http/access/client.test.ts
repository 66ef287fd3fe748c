import { expect, test } from "vitest";
import { clientAddress, clientOf, isLoopback, proxyList } from "./client.ts";

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

const none = proxyList([]);
const ranges = proxyList(["10.0.0.0/8", "192.168.1.7", "fd00::/8"]);

test("without trusted ranges the header is not believed", () => {
  expect(clientAddress("203.0.113.9", "1.2.3.4", none)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "1.2.3.4", none)).toBe("10.0.0.1");
});

test("a stranger's header is not believed although ranges are trusted", () => {
  expect(clientAddress("203.0.113.9", "10.0.0.1, 1.2.3.4", ranges)).toBe("203.0.113.9");
});

test("behind a trusted proxy the client is the last address it wrote", () => {
  expect(clientAddress("10.0.0.1", "1.2.3.4", ranges)).toBe("1.2.3.4");
});

test("what a client wrote itself further left is not believed", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 10.0.0.9, 1.2.3.4", ranges)).toBe("1.2.3.4");
});

test("a chain of trusted ranges is followed to the client", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 1.2.3.4, 192.168.1.7, 10.9.9.9", ranges)).toBe(
    "1.2.3.4",
  );
});

test("when every hop is a proxy the furthest one counts", () => {
  expect(clientAddress("10.0.0.1", "10.0.0.2, 10.0.0.3", ranges)).toBe("10.0.0.2");
});

test("rubbish in the header ends the search at the last good address", () => {
  for (const header of ["unknown", "", ",,,", "1.2.3.4.5", "<script>", "10.0.0.2 10.0.0.3"])
    expect(clientAddress("10.0.0.1", header, ranges)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", "rubbish, 10.0.0.2", ranges)).toBe("10.0.0.2");
});

test("a missing header leaves the peer", () => {
  expect(clientAddress("10.0.0.1", null, ranges)).toBe("10.0.0.1");
});

test("ports, brackets and mapped addresses are one address", () => {
  expect(clientAddress("::ffff:10.0.0.1", "1.2.3.4:5678", ranges)).toBe("1.2.3.4");
  expect(clientAddress("::FFFF:203.0.113.9", null, ranges)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "[2001:db8::1]:443", ranges)).toBe("2001:db8::1");
  expect(clientAddress("10.0.0.1", "[2001:db8::1]", ranges)).toBe("2001:db8::1");
});

test("IPv6 ranges are trusted by range", () => {
  expect(clientAddress("fd12::1", "2001:db8::1", ranges)).toBe("2001:db8::1");
  expect(clientAddress("2001:db8::2", "2001:db8::1", ranges)).toBe("2001:db8::2");
});

test("a very long header is read to its end", () => {
  const header = `${"10.0.0.2,".repeat(100_000)}10.0.0.3`;
  expect(clientAddress("10.0.0.1", header, ranges)).toMatch(/^10\.0\.0\./);
});

test.each([
  ["127.0.0.1", true],
  ["127.8.8.8", true],
  ["::1", true],
  ["10.0.0.1", false],
  ["127.example.com", false],
  ["", false],
])("%j is this machine's own address: %j", (address, isOwn) => {
  expect(isLoopback(address)).toBe(isOwn);
});
