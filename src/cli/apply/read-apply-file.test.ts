import { expect, test } from "vitest";
import { applySchema } from "./apply-file.ts";
import { readApplyFile } from "./read-apply-file.ts";

function faultsOf(text: string) {
  const read = readApplyFile(text);
  return "faults" in read ? read.faults : [];
}

test("a file says what projects, sources and keys there are to be", () => {
  const read = readApplyFile(`
projects:
  acme:
    name: Acme
    dailyDollars: null
    sources:
      - location: https://git.example/acme/docs.git
        token: { fromEnv: ACME_TOKEN }
    keys:
      website: { kind: assistant, origins: [https://docs.example.com] }
`);
  expect(read).toEqual({
    file: {
      prune: false,
      projects: {
        acme: {
          ...{ name: "Acme", dailyDollars: null },
          sources: [
            { location: "https://git.example/acme/docs.git", token: { fromEnv: "ACME_TOKEN" } },
          ],
          keys: { website: { kind: "assistant", origins: ["https://docs.example.com"] } },
        },
      },
    },
  });
});

test.each([
  ["- x", 1, "The file"],
  ["projects:\n  acme: {}\n---\nprojects:\n  beta: {}", 3, "There is a second document"],
  ["settings: {}\nprune: true", 2, "Would remove every project"],
  ["projects:\n  007: {}", 2, "is no text: put it in quotes."],
  [
    "projects:\n  acme:\n    keys:\n      ' a ': {kind: admin}",
    4,
    "Must not begin or end with a space.",
  ],
  ["settings:\n  docent_x: 1", 2, "Must be the name of a setting."],
  ["settings:\n  DOCENT_X: [1]", 2, "Must be a text, a number"],
  [
    "projects:\n  acme:\n    visiblity: public",
    3,
    "visiblity: Is not known here. Did you mean visibility?",
  ],
  ["project: {}", 1, "project: Is not known here. Did you mean projects?"],
  ["projects:\n  acme:\n    keys:\n      a: {kind: asistant}", 4, "projects.acme.keys.a.kind"],
  [
    "projects:\n  acme:\n    keys:\n      a:\n        kind: admin\n        orgins: []",
    6,
    "Did you mean origins?",
  ],
  [
    "projects:\n  acme:\n    sources:\n      - location: x\n        token: abc",
    5,
    "projects.acme.sources.0.token",
  ],
  [
    "projects:\n  acme:\n    sources:\n      - location: x\n        token: {fromenv: A}",
    5,
    "fromEnv",
  ],
  ["projects:\n  Acme: {}", 2, "A domain is 1 to 63"],
  ["projects:\n  acme: {}\n  acme: {}", 3, "The key acme is there twice."],
  ["projects:\n  acme:\n    dailyDollars: -1", 3, "Must not be negative."],
  ["projects: [", 1, "Is not YAML"],
  ["projects:\n  acme: &a\n    name: x\n  beta: *b", 1, "Cannot be read"],
])("%j has a fault on line %i", (text, line, message) => {
  const faults = faultsOf(text);
  const fault = faults.find((one) => one.message.includes(message));
  expect(fault, JSON.stringify(faults)).toBeDefined();
  expect(fault?.line).toBe(line);
});

test("all projects go where the file says so in full", () => {
  expect(readApplyFile("prune: true\nprojects: {}\n# that is all\n")).toEqual({
    file: { prune: true, projects: {} },
  });
});

test("hostile files are refused in no time", () => {
  const aliases = Array.from(
    { length: 60 },
    (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`,
  );
  const texts = [
    `projects: ${"{a: ".repeat(100_000)}`,
    `a0: &a0 [x, x]\n${aliases.join("\n")}`,
    `projects:\n${Array.from({ length: 20_000 }, (_, at) => `  P${at}: {}`).join("\n")}`,
    "x".repeat(2_000_000),
    Array.from({ length: 60_000 }, (_, at) => `k${at}: 1`).join("\n"),
    '{"__proto__": {"projects": {}}}',
    "projects:\n  __proto__: {name: x}",
    "projects: !!js/function 'x'",
  ];
  for (const text of texts) {
    const faults = faultsOf(text);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(20);
  }
});

test("editors get a schema", () => {
  expect(applySchema()).toMatchObject({ title: "docent.yml", additionalProperties: false });
});
