import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");
const folder = join(root, "dist/test-programs");
const threads = {
  "search-thread": "src/search/search-thread.ts",
  "reader-thread": "src/ingest/pages/reader-thread.ts",
  "checkout-thread": "src/agent/checkout/checkout-thread.ts",
  "facts-thread": "src/docs/check/facts/facts-thread.ts",
};

/** Programs that tests start in processes of their own, each as few files instead of over a thousand. */
export type Programs = { docent: string; jobWorker: string };

/**
 * Hundreds of processes are started in a run, and reading a thousand modules is most of what a start costs. The programs
 * are the same; the tests of the launcher and of `npm start` start the files of a checkout.
 */
export async function bundlePrograms(): Promise<Programs> {
  await rm(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: { docent: "bin/start.js", "job-worker": "test/job-worker-process.ts", ...threads },
    platform: "node",
    external: ["pg", "pino", "vite"],
    plugins: [{ name: "places-of-sources", transform: { handler: placesOfSources } }],
    logLevel: "silent",
  });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].js" });
  await bundle.close();
  return { docent: join(folder, "docent.js"), jobWorker: join(folder, "job-worker.js") };
}

/** Threads are bundled too; other files stand where they are, beside the sources. */
function placesOfSources(code: string, id: string): string | undefined {
  if (id.includes("node_modules") || !code.includes("import.meta.")) return undefined;
  return code
    .replace(/new URL\("\.\/([a-z]+-thread)\.ts", import\.meta\.url\)/g, (whole, name: string) =>
      name in threads ? `new URL(${urlOf(join(folder, `${name}.js`))})` : whole,
    )
    .replaceAll("import.meta.url", urlOf(id))
    .replaceAll("import.meta.dirname", JSON.stringify(join(id, "..")));
}

function urlOf(path: string): string {
  return JSON.stringify(pathToFileURL(path).href);
}
