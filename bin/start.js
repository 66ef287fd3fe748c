import { fileURLToPath, pathToFileURL } from "node:url";
import { findBuild } from "./find-build.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const build = findBuild(root);

if (build.isThere || (await isBuiltNow())) await import(pathToFileURL(build.program).href);
else await import("./sources.js");

// A server runs for long, and a build is made once: other commands take what is there.
async function isBuiltNow() {
  if (process.argv[2] !== "serve") return false;
  const { makeBuild } = await import("./make-build.js");
  return makeBuild(root, build.folder);
}
