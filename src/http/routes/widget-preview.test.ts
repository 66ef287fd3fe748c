import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";

test("the preview runs our scripts alone, in the dashboard's pages alone, and with no part in what is the server's", async () => {
  const node = await createTestNode({ pages: {} });
  const response = await node.request("/widget-preview");
  expect(response.status).toBe(200);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/sandbox allow-scripts(?! allow-same-origin)/);
  expect(policy).not.toContain("unsafe");
  expect(await response.text()).toContain('<script async src="/widget.js">');
});
