import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { JourneysFirst } from "./test/journeys-first.ts";

const testsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);
/** Threads and tests read the sources as they are; from the cache they start in half the time. */
const cache = resolve("node_modules/.cache/docent");

/** Tests that hold on Windows as well, without threads: these would not know that it is pretended. */
const underWindows = [
  "src/git/run/end-tree.test.ts",
  "src/git/write/build-folder.test.ts",
  "src/ingest/place-bundled-docs.test.ts",
  "src/ingest/sources/{folder,open-source}.test.ts",
  "test/windows/*.test.ts",
];
const pretended = (find: RegExp, file: string) => ({
  find,
  replacement: resolve("test/windows", file),
});
const pretendWindows = [
  pretended(/^.*\/on-windows\.ts$/, "on-windows.ts"),
  pretended(/^node:child_process$/, "child-process.ts"),
  pretended(/^node:fs$/, "fs.ts"),
  pretended(/^node:fs\/promises$/, "fs-promises.ts"),
  pretended(/^node:os$/, "os.ts"),
  pretended(/^node:path$/, "path.ts"),
  pretended(/^node:url$/, "url.ts"),
];

export default defineConfig({
  test: {
    setupFiles: ["test/set-up-file.ts"],
    // Many tests wait for processes they started: with twice as many workers as cores a fifth of two cores stood idle.
    maxWorkers: 6,
    // Loading every module anew for each file took a third of the time; no test leaves anything behind in one.
    isolate: false,
    sequence: { sequencer: JourneysFirst },
    env: { NODE_COMPILE_CACHE: cache },
    // No test asserts a time: these only end what hangs, and a busy machine takes several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: testsIn("src", "test", "scripts"),
          exclude: ["test/windows/**"],
          globalSetup: ["test/global-setup.ts"],
          setupFiles: ["test/note-costs.ts"],
          // Node strips the types itself, as it does for the product: a sixth of the processor's time.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        // Code for paths of the disk, under the rules that they have on Windows.
        extends: true,
        resolve: { alias: pretendWindows },
        test: { name: "windows", include: underWindows },
      },
      // What is made for browsers is read as their builder reads it.
      { extends: true, test: { name: "clients", include: testsIn("web", "packages") } },
    ],
  },
});
