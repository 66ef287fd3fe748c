import { expect, test } from "vitest";
import { createLog, type LogSettings } from "./log.ts";

test("a JSON entry is one line with level, time and fields", () => {
  const { log, lines } = logTo({ level: "info", format: "json" });
  log.info({ requestId: "req_1" }, "answered\nwell");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.endsWith("\n")).toBe(true);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    requestId: "req_1",
    msg: "answered\nwell",
  });
});

test("a readable entry has its time, level, sentence and fields on one line", () => {
  const { log, lines } = logTo({ level: "info", format: "pretty" });
  log.warn({ status: 503, route: "/a" }, "busy");
  expect(lines.join("")).toMatch(/^\d\d:\d\d:\d\d warn {2}busy {2}status=503 {2}route=\/a\n$/);
});

test("keys and authorization headers are never written", () => {
  for (const format of ["json", "pretty"] as const) {
    const { log, lines } = logTo({ level: "info", format });
    const secret = "svc_dsc_secret";
    log.info({ key: secret, authorization: secret, headers: { authorization: secret } }, "in");
    expect(lines.join("")).not.toContain(secret);
    expect(lines.join("")).toContain("[redacted]");
  }
});

test("entries below the level are left out", () => {
  const { log, lines } = logTo({ level: "warn", format: "json" });
  log.info("quiet");
  log.error("loud");
  expect(lines).toHaveLength(1);
});

test("an error shows its stack, readable and in JSON", () => {
  const pretty = logTo({ level: "info", format: "pretty" });
  pretty.log.error({ err: new Error("no disk") }, "failed");
  expect(pretty.lines.join("")).toMatch(/failed\n {2}Error: no disk\n {6}at /);
  const json = logTo({ level: "info", format: "json" });
  json.log.error({ err: new Error("no disk") }, "failed");
  expect(JSON.parse(json.lines.join("")).err).toMatchObject({ message: "no disk" });
});

test("a fault that is no Error is shown too", () => {
  const { log, lines } = logTo({ level: "info", format: "pretty" });
  log.error({ err: "plain text" }, "failed");
  log.error({ err: { status: 500 } }, "failed");
  expect(lines.join("")).toContain("\n  plain text\n");
  expect(lines.join("")).toContain('\n  {"status":500}\n');
});

test("what a stranger wrote can neither forge an entry nor command the terminal", () => {
  const { log, lines } = logTo({ level: "info", format: "pretty" });
  const hostile = "x\n12:00:00 info  forged\u001b[2J\u009b";
  log.info({ path: hostile, nested: { path: hostile } }, hostile);
  log.error({ err: new Error(hostile) }, "failed");
  const text = lines.join("");
  expect(text).not.toMatch(/^12:00:00 info {2}forged/m);
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("\u009b");
});

function logTo(settings: LogSettings) {
  const lines: string[] = [];
  return { log: createLog(settings, { write: (line) => void lines.push(line) }), lines };
}
