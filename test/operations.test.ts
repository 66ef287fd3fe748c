import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { loadConfig } from "../src/config/read-config.ts";
import { settings } from "../src/config/settings.ts";
import { createTestNode } from "./harness.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const ownSetting = /^(?:DOCENT_|DATABASE_|OTEL_)/;

function expectKnown(names: string[]): void {
  const own = names.filter((name) => ownSetting.test(name));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((name) => !(name in settings))).toEqual([]);
}

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
type Panel = { title: string; gridPos: Box; targets: { expr: string }[] };
type Box = { x: number; y: number; w: number; h: number };

const rules: Rule[] = parse(read("deploy/prometheus/alerts.yml")).groups[0].rules;
const panels: Panel[] = JSON.parse(read("deploy/grafana/docent.json")).panels;
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** Prometheus' own, and what its configuration names the servers by. */
const foreign = { metrics: ["up"], labels: ["job", "instance", "le"] };

test("every metric and label of the alerts and the dashboard exists, and every metric is shown", async () => {
  const { telemetry, embedding } = loadConfig(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
      DOCENT_EMBEDDER: "ollama",
      DOCENT_EMBEDDER_URL: "http://127.0.0.1:1",
      DOCENT_EMBEDDER_MODEL: "m",
    },
    {},
    false,
  );
  const node = await createTestNode({ settings: { telemetry, embedding } });
  await (await node.ask({ messages: [{ role: "user", content: "Hello" }] })).text();
  const text = await (await node.request("/metrics")).text();
  const real = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  const named = expressions.flatMap((expr) => expr.match(/\bdocent_\w+|\bup\b/g) ?? []);
  expect(named.filter((name) => ![...real, ...foreign.metrics].includes(name))).toEqual([]);
  const labels = ["state", "status", "route", "reason", "method", "outcome", ...foreign.labels];
  const used = expressions.flatMap((expr) => [
    ...[...expr.matchAll(/[{,](\w+)(?:=~|!~|!=|=)"/g)].map(([, label = ""]) => label),
    ...[...expr.matchAll(/\bby \((\w+)\)/g)].map(([, label = ""]) => label),
  ]);
  expect(used.filter((label) => !labels.includes(label))).toEqual([]);
  const hidden = ["docent_sync_progress_ratio", "docent_vectors_stored_total"];
  const families = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name);
  const isShown = (name: string) => named.some((one) => one === name || one === `${name}_bucket`);
  expect(families.filter((name) => !isShown(name)).sort()).toEqual(hidden);
});

test("expressions close what they open", () => {
  for (const expr of expressions) {
    const bare = expr.replaceAll(/"[^"]*"/g, "");
    const open: string[] = [];
    for (const [mark] of bare.matchAll(/[()[\]{}]/g)) {
      if ("([{".includes(mark)) open.push(mark);
      else expect(`${open.pop()}${mark}`, expr).toMatch(/^(?:\(\)|\[\]|\{\})$/);
    }
    expect(open, expr).toEqual([]);
  }
});

test("every alert leads to a section of the runbook, and every section is led to", () => {
  const headings = [...read("docs/runbook.mdx").matchAll(/^## (.+)$/gm)].map(
    ([, text = ""]) => text,
  );
  const anchors = headings.map((text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"));
  const led = rules.map(({ annotations }) => annotations.runbook.replace("/runbook#", ""));
  expect(led.toSorted()).toEqual(anchors.slice(1).toSorted());
  for (const { labels } of rules) expect(["page", "ticket"]).toContain(labels.severity);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test("panels of the dashboard do not cover each other", () => {
  const covers = (one: Box, other: Box) =>
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h;
  const pairs = panels.flatMap((one, index) =>
    panels.slice(index + 1).map((other) => [one, other]),
  );
  const covered = pairs.filter(
    ([one, other]) => one && other && covers(one.gridPos, other.gridPos),
  );
  expect(covered).toEqual([]);
});

test("the Compose file of several nodes names settings that exist, and keeps the hardening", () => {
  const { services, volumes } = parse(read("deploy/compose-nodes.yml"), { merge: true });
  const nodes = ["docent-1", "docent-2"].map((name) => services[name]);
  for (const node of nodes) {
    expectKnown(Object.keys(node.environment));
    expect(node).toMatchObject({ read_only: true, cap_drop: ["ALL"], pids_limit: 512 });
    const grace = Number(node.environment.DOCENT_SHUTDOWN_GRACE_SECONDS);
    expect(Number.parseInt(node.stop_grace_period, 10)).toBeGreaterThan(grace);
    expect(node).not.toHaveProperty("ports");
  }
  const folders = nodes.map((node) => node.volumes[0].split(":")[0]);
  expect(new Set(folders).size).toBe(2);
  for (const folder of folders) expect(volumes).toHaveProperty(folder);
  const { DATABASE_URL } = nodes[0].environment;
  expect(() =>
    loadConfig({ DATABASE_URL: DATABASE_URL.replace(/\$\{.+\}/, "x") }, {}, false),
  ).not.toThrow();
  expect(services.postgres).not.toHaveProperty("ports");
  const proxy = read("deploy/Caddyfile.nodes");
  for (const name of ["docent-1", "docent-2"]) expect(proxy).toContain(`${name}:4040`);
  expect(proxy).toContain("health_uri /readyz");
  expect(proxy).toContain("respond /metrics 404");
});

type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: Record<string, never>;
  data: object;
};

test("the Kubernetes example names settings and probes that exist, and stops later than the server", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes/docent.yml"), { uniqueKeys: true });
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const manifests: Manifest[] = documents.map((document) => document.toJS());
  const kinds = ["ConfigMap", "Deployment", "Deployment", "Service", "PodDisruptionBudget"];
  expect(manifests.map(({ kind }) => kind)).toEqual(kinds);
  const values = new Map(Object.entries(manifests[0]?.data ?? {}));
  expectKnown([...values.keys()]);
  for (const { spec } of manifests.filter(({ kind }) => kind === "Deployment")) {
    const { selector, template }: { selector: { matchLabels: object }; template: Template } =
      Object(spec);
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    const [container] = template.spec.containers;
    expectKnown(container?.env.map(({ name }) => name) ?? []);
    expect(container).toMatchObject({
      readinessProbe: { httpGet: { path: "/readyz", port: "http" } },
      livenessProbe: { httpGet: { path: "/healthz", port: "http" } },
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    });
    const given = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
    const store = { DATABASE_URL: "postgres://docent@db/docent" };
    const env = { ...Object.fromEntries(values), ...given, ...store };
    const { roles, shutdownGraceMs } = loadConfig(env, {}, false);
    expect(roles.length).toBeLessThan(3);
    const seconds = template.spec.terminationGracePeriodSeconds;
    expect(seconds * 1_000).toBeGreaterThan(shutdownGraceMs);
  }
});

type Template = {
  metadata: { labels: object };
  spec: {
    terminationGracePeriodSeconds: number;
    containers: { env: { name: string; value: string }[] }[];
  };
};
