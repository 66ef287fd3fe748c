import { expect, test } from "vitest";
import { clientAddress, proxyList } from "./client-address.ts";

const none = proxyList([]);
const proxies = proxyList(["10.0.0.0/8", "192.168.1.7", "fd00::/8"]);

test("without trusted proxies the header is not believed", () => {
  expect(clientAddress("203.0.113.9", "1.2.3.4", none)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "1.2.3.4", none)).toBe("10.0.0.1");
});

test("a stranger's header is not believed although proxies are trusted", () => {
  expect(clientAddress("203.0.113.9", "10.0.0.1, 1.2.3.4", proxies)).toBe("203.0.113.9");
});

test("behind a trusted proxy the client is the last address it wrote", () => {
  expect(clientAddress("10.0.0.1", "1.2.3.4", proxies)).toBe("1.2.3.4");
});

test("what a client wrote itself further left is not believed", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 10.0.0.9, 1.2.3.4", proxies)).toBe("1.2.3.4");
});

test("a chain of trusted proxies is followed to the client", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 1.2.3.4, 192.168.1.7, 10.9.9.9", proxies)).toBe(
    "1.2.3.4",
  );
});

test("when every hop is a proxy the furthest one counts", () => {
  expect(clientAddress("10.0.0.1", "10.0.0.2, 10.0.0.3", proxies)).toBe("10.0.0.2");
});

test("rubbish in the header ends the search at the last good address", () => {
  for (const header of ["unknown", "", ",,,", "1.2.3.4.5", "<script>", "10.0.0.2 10.0.0.3"])
    expect(clientAddress("10.0.0.1", header, proxies)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", "rubbish, 10.0.0.2", proxies)).toBe("10.0.0.2");
});

test("a missing header leaves the peer", () => {
  expect(clientAddress("10.0.0.1", null, proxies)).toBe("10.0.0.1");
});

test("ports, brackets and mapped addresses are one address", () => {
  expect(clientAddress("::ffff:10.0.0.1", "1.2.3.4:5678", proxies)).toBe("1.2.3.4");
  expect(clientAddress("::FFFF:203.0.113.9", null, proxies)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "[2001:db8::1]:443", proxies)).toBe("2001:db8::1");
  expect(clientAddress("10.0.0.1", "[2001:db8::1]", proxies)).toBe("2001:db8::1");
});

test("IPv6 proxies are trusted by range", () => {
  expect(clientAddress("fd12::1", "2001:db8::1", proxies)).toBe("2001:db8::1");
  expect(clientAddress("2001:db8::2", "2001:db8::1", proxies)).toBe("2001:db8::2");
});

test("a very long header is read to its end", () => {
  const header = `${"10.0.0.2,".repeat(100_000)}10.0.0.3`;
  expect(clientAddress("10.0.0.1", header, proxies)).toMatch(/^10\.0\.0\./);
});
