import { expect, test } from "vitest";
import { openTestStore } from "../../../test/harness.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createMetrics } from "../../lib/metrics.ts";
import { proxyList } from "../access/client.ts";
import { createFairLimit } from "../access/fair-limit.ts";
import { createRateLimit } from "../access/rate-limit.ts";
import { createApp } from "../app.ts";
import { readClientFiles } from "../client-files.ts";
import { createRequestMetrics } from "../request-metrics.ts";
import { clientAssetRoutes } from "./client-assets.ts";

async function openWidget() {
  const { root } = await makeTree({
    "dist/widget.js": "loader",
    "dist/assets/panel-AbC_1234.js": "panel",
    "dist/assets/de-Xyz-5678.js": "de",
  });
  const widget = readClientFiles(`${root}/dist`, "widget.js");
  const app = createApp({
    db: await openTestStore("sqlite"),
    clock: systemClock,
    log: createLog({ level: "silent", format: "json" }),
    routes: clientAssetRoutes(widget ? { widget } : {}),
    proxies: proxyList([]),
    limits: {
      maxBodyBytes: 1_000,
      perKey: createFairLimit(1_000, systemClock),
      perAddress: createRateLimit(1_000, systemClock),
    },
    turn: async () => undefined,
    metrics: createRequestMetrics(createMetrics()),
    draining: () => false,
  });
  return (path: string) => app.fetch(new Request(`http://docent.test${path}`));
}

test("other sites may load the widget: its script for a while, its files for ever", async () => {
  const get = await openWidget();
  const [loader, panel] = [await get("/widget.js"), await get("/widget-assets/panel-AbC_1234.js")];
  for (const response of [loader, panel]) {
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  }
  expect(loader.headers.get("cache-control")).toBe("public, max-age=300");
  expect(panel.headers.get("cache-control")).toContain("immutable");
});

test("a file's former name leads to the one that took its place, and is not kept for ever", async () => {
  const get = await openWidget();
  const old = await get("/widget-assets/panel-Old00000.js");
  expect([old.status, await old.text()]).toEqual([200, "panel"]);
  expect(old.headers.get("cache-control")).toBe("public, max-age=300");
  expect(await (await get("/widget-assets/de-Old-0000.js")).text()).toBe("de");
  for (const name of [
    "nope-Old00000.js",
    "panel.js",
    "..%2fwidget.js",
    "undefined-Old00000.js",
    "",
  ])
    expect((await get(`/widget-assets/${name}`)).status).toBe(404);
});
