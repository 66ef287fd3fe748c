import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    // Many tests wait for processes they started, so more of them than cores keep two cores busy.
    maxWorkers: 3,
    // Loading every module anew for each file took a third of the time; no test leaves anything behind in one.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
