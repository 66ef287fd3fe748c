import module from "node:module";
import { fileURLToPath } from "node:url";

// The program of a build. Its cache lies in its folder and goes away with it.
const cache = fileURLToPath(new URL("cache", import.meta.url));
module.enableCompileCache?.(cache);
// A thread looks for it in the environment alone.
process.env.NODE_COMPILE_CACHE ??= cache;

const [{ main }, { mapStacks }] = await Promise.all([
  import("../src/main.ts"),
  import("../src/lib/stacks/map-stacks.ts"),
]);

mapStacks();

process.exitCode = await main(process.argv.slice(2));
