import { expect, test } from "vitest";
import { createLog } from "../../lib/log.ts";
import { refusalLog } from "./refusal-log.ts";

test("refusals are told once a minute, with their number", () => {
  let now = 0;
  const lines: string[] = [];
  const out = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: "info", format: "json" }, out);
  const refused = refusalLog(log, { now: () => new Date(now) });
  refused("connection");
  for (let count = 0; count < 1_000; count += 1) refused("request");
  expect(lines).toHaveLength(1);
  now = 60_000;
  refused("host");
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ refused: { request: 1_000, host: 1 } });
});
