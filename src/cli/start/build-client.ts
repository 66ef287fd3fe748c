import { stripVTControlCharacters } from "node:util";

/** Builds what browsers load, from the folder of its source into another. */
async function buildClient(source: string, outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    configFile: `${source}/vite.config.ts`,
    root: source,
    logLevel: "silent",
    build: {
      ...{ outDir, emptyOutDir: false, reportCompressedSize: false },
      // Whoever gets the built files is told what the packages in them ask for.
      license: { fileName: "licences.md" },
    },
  });
}

/** The builder reports over many lines, with a drawing of the place. */
function reasonOf(error: unknown): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const lines = text.split("\n").filter((line) => /\w/.test(line) && !/^Build failed/.test(line));
  return (lines[0] ?? text).trim();
}

// A program of its own: what the builder takes of memory and sets in the environment goes away with it.
if (import.meta.main) {
  const [source = "", outDir = ""] = process.argv.slice(2);
  await buildClient(source, outDir).catch((error) => {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  });
}
