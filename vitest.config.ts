import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { JourneysFirst } from "./test/journeys-first.ts";

export default defineConfig({
  test: {
    include: ["src", "web", "packages", "test", "scripts"].map(
      (folder) => `${folder}/**/*.test.ts`,
    ),
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/set-up-file.ts"],
    // Many tests wait for processes they started, so more of them than cores keep two cores busy.
    maxWorkers: 3,
    // Loading every module anew for each file took a third of the time; no test leaves anything behind in one.
    isolate: false,
    sequence: { sequencer: JourneysFirst },
    // No test asserts a time: these only end what hangs, and a busy machine takes several times as long as a quiet one.
    // Threads read the sources as they are; from the cache they start in half the time.
    env: { NODE_COMPILE_CACHE: resolve("node_modules/.cache/docent") },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
