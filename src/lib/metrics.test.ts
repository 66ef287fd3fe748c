import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("a counter counts by its labels", () => {
  const metrics = createMetrics();
  const requests = metrics.counter("requests_total", "Requests.");
  requests.add({ status: "200" });
  requests.add({ status: "200" }, 2);
  requests.add({ status: "500" });
  expect(metrics.render()).toBe(
    [
      "# HELP requests_total Requests.",
      "# TYPE requests_total counter",
      'requests_total{status="200"} 3',
      'requests_total{status="500"} 1',
      "",
    ].join("\n"),
  );
});

test("a counter without labels has no braces", () => {
  const metrics = createMetrics();
  metrics.counter("starts_total", "Starts.").add();
  expect(metrics.render()).toContain("\nstarts_total 1\n");
});

test("a gauge is read when it is rendered", () => {
  const metrics = createMetrics();
  let running = 1;
  metrics.gauge("running", "Running.", () => running);
  running = 7;
  expect(metrics.render()).toBe("# HELP running Running.\n# TYPE running gauge\nrunning 7\n");
});

test("a histogram's buckets add up to its count", () => {
  const metrics = createMetrics();
  const seconds = metrics.histogram("seconds", "Time.");
  for (const value of [0.004, 0.01, 0.3, 60]) seconds.observe(value, { route: "/a" });
  const lines = metrics.render().split("\n");
  expect(lines).toContain("# TYPE seconds histogram");
  expect(lines).toContain('seconds_bucket{route="/a",le="0.005"} 1');
  expect(lines).toContain('seconds_bucket{route="/a",le="0.01"} 2');
  expect(lines).toContain('seconds_bucket{route="/a",le="0.25"} 2');
  expect(lines).toContain('seconds_bucket{route="/a",le="10"} 3');
  expect(lines).toContain('seconds_bucket{route="/a",le="+Inf"} 4');
  expect(lines).toContain('seconds_sum{route="/a"} 60.314');
  expect(lines).toContain('seconds_count{route="/a"} 4');
});

test("a label's value cannot break out of its quotes or its line", () => {
  const metrics = createMetrics();
  metrics.counter("c_total", "C.").add({ path: 'a"} 9\nfake 1\\' });
  expect(metrics.render().split("\n").slice(2)).toEqual([
    'c_total{path="a\\"} 9\\nfake 1\\\\"} 1',
    "",
  ]);
});

test("gauges have one line for each set of labels there is, and none when there is none", () => {
  const metrics = createMetrics();
  let values = [{ labels: { source: "src_1" }, value: 0.5 }];
  metrics.gauges("ratio", "Ratio.", () => values);
  expect(metrics.render()).toContain('\nratio{source="src_1"} 0.5\n');
  values = [];
  expect(metrics.render()).toBe("# HELP ratio Ratio.\n# TYPE ratio gauge\n");
});

test("a histogram can have bounds of its own", () => {
  const metrics = createMetrics();
  metrics.histogram("seconds", "Time.", [60, 600]).observe(90);
  expect(metrics.render()).toContain('seconds_bucket{le="60"} 0\nseconds_bucket{le="600"} 1\n');
});
