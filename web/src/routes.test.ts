import { expect, test } from "vitest";
import { insightsTabs, matchRoute, nextAfterLogin, paths, peopleScreens } from "./routes.ts";

test("every path the dashboard builds is matched by its own screen", () => {
  expect(matchRoute(paths.projects())).toEqual({ name: "projects" });
  expect(matchRoute(paths.setup())).toEqual({ name: "setup" });
  expect(matchRoute("/dashboard/login")).toEqual({ name: "login" });
  expect(matchRoute("/dashboard/invite")).toEqual({ name: "invite" });
  for (const name of peopleScreens) expect(matchRoute(paths.people(name))).toEqual({ name });
  expect(matchRoute(paths.home("acme"))).toEqual({ name: "home", domain: "acme" });
  expect(matchRoute(paths.section("acme", "keys"))).toEqual({ name: "keys", domain: "acme" });
  for (const tab of insightsTabs)
    expect(matchRoute(paths.insights("acme", tab))).toEqual({
      name: "insights",
      domain: "acme",
      tab,
      item: "",
    });
  expect(matchRoute(paths.insights("acme", "groups", "grp/1"))).toEqual({
    name: "insights",
    domain: "acme",
    tab: "groups",
    item: "grp/1",
  });
  expect(matchRoute(paths.section("acme", "insights"))).toMatchObject({ tab: "figures" });
  expect(matchRoute(paths.job("acme", "job/1"))).toEqual({
    name: "job",
    domain: "acme",
    sessionId: "job/1",
  });
  expect(matchRoute(paths.change("acme", 12))).toEqual({
    name: "change",
    domain: "acme",
    number: 12,
  });
});

test("trailing slashes do not matter", () => {
  expect(matchRoute("/dashboard/")).toEqual({ name: "projects" });
  expect(matchRoute("/dashboard/acme/jobs/")).toEqual({ name: "jobs", domain: "acme" });
});

test.each([
  "/dashboard/acme/nothing",
  "/dashboard/acme/changes/x1",
  "/dashboard/acme/changes/0",
  "/dashboard/acme/jobs/a/b",
  "/dashboard/acme/insights/nothing",
  "/dashboard/acme/insights/pages/one",
  "/dashboard/acme/insights/groups/a/b",
  "/dashboard/%E0%A4%A",
  "/elsewhere",
])("%s is not a screen", (path) => {
  expect(matchRoute(path)).toEqual({ name: "not-found" });
});

test("a way back may lead to a page of the docs", () => {
  expect(nextAfterLogin("?next=%2Fdocs%2Facme%2Fkeys%3Fv%3D2%23rotate")).toBe(
    "/docs/acme/keys?v=2#rotate",
  );
});

test("a way back that leaves this server is not followed", () => {
  expect(nextAfterLogin("?next=%2Fdashboard%2Facme%2Fkeys")).toBe("/dashboard/acme/keys");
  expect(nextAfterLogin("?next=https%3A%2F%2Fevil.example")).toBe("/dashboard");
  expect(nextAfterLogin("?next=%2F%2Fevil.example")).toBe("/dashboard");
  for (const next of [
    ...["/docs/..//evil.example", "/dashboard/..//evil.example", "/docs/../v1/projects", "/docs"],
    ...[
      "/\\evil.example/docs/",
      "/\t/evil.example/docs/",
      "docs/acme",
      "javascript:alert(1)//docs/",
    ],
    ...["/docs/%2e%2e//evil.example", "///docs/x", "//docs/x"],
  ])
    expect(nextAfterLogin(`?next=${encodeURIComponent(next)}`), next).toBe("/dashboard");
  expect(nextAfterLogin("?next=%2Fdashboardx")).toBe("/dashboard");
  expect(nextAfterLogin("")).toBe("/dashboard");
});
