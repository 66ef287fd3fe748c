import { expect, test } from "vitest";
import { oppositeTo } from "./opposite.ts";

test.each([
  ["How do I disable telemetry?", "Enable telemetry with `telemetry: true`."],
  ["turn off the cache", "Turn the cache on in the settings."],
  ["remove a cookie", "Add a cookie with `setCookie`."],
  ["how to hide the sidebar", "Show the sidebar with `sidebar: true`."],
  ["stop the server", "Start the server with `run`."],
])("%s is not answered by: %s", (question, text) => {
  expect(oppositeTo(question)(text)).toBe(true);
});

test.each([
  ["How do I disable telemetry?", "Set `telemetry` to `false`: it is enabled otherwise."],
  ["How do I disable telemetry?", "It can be enabled and disabled."],
  ["How do I disable telemetry?", "Telemetry is about numbers."],
  ["enable or disable telemetry", "Enable telemetry so."],
  ["How do I not enable it?", "Enable it so."],
])("%s may be answered by: %s", (question, text) => {
  expect(oppositeTo(question)(text)).toBe(false);
});
