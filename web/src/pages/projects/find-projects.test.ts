import { expect, test } from "vitest";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { findProjects } from "./find-projects.ts";

function project(name: string, location: string): ProjectSummary {
  return {
    ...{ id: name, domain: name.toLowerCase(), name, visibility: "public", baseUrl: "" },
    ...{ extraPaths: [], starters: [], firstStepsClosed: false, pages: 1, syncedAt: null },
    sources: [{ id: "src_1", kind: "git", location, branch: "", subfolder: "" }],
  };
}

const all = [
  project("Hono", "github.com/honojs/website"),
  project("Vite", "github.com/vitejs/vite"),
];

test("every word must stand somewhere in a project, in any letters", () => {
  const names = (search: string) => findProjects(all, search).map(({ name }) => name);
  expect(names("")).toEqual(["Hono", "Vite"]);
  expect(names("  GITHUB ")).toEqual(["Hono", "Vite"]);
  expect(names("hono web")).toEqual(["Hono"]);
  expect(names("hono vite")).toEqual([]);
});
