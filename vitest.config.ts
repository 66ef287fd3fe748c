import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { JourneysFirst } from "./test/journeys-first.ts";

const testsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);
/** Threads and tests read the sources as they are; from the cache they start in half the time. */
const cache = resolve("node_modules/.cache/docent");

export default defineConfig({
  test: {
    setupFiles: ["test/set-up-file.ts"],
    // Many tests wait for processes they started, so more of them than cores keep two cores busy.
    maxWorkers: 3,
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
          globalSetup: ["test/global-setup.ts"],
          // Node strips the types itself, as it does for the product: a sixth of the processor's time.
          experimental: { viteModuleRunner: false },
        },
      },
      // What is made for browsers is read as their builder reads it.
      { extends: true, test: { name: "clients", include: testsIn("web", "packages") } },
    ],
  },
});
