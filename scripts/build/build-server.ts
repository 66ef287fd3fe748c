import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { collectLicences } from "./collect-licences.ts";
import { placesOfSources } from "./places-of-sources.ts";

export type ServerBuild = {
  root: string;
  /** Where the files go; it is made. */
  folder: string;
  /** The programs by name, below the root; threads that they start are found by themselves. */
  programs: Record<string, string>;
};

/** Beside the built files: what the packages in them ask to be told to whoever gets them. */
export const licencesFile = "LICENCES.txt";

/** Compiles programs of the server into a few files that need neither the sources nor the packages, with source maps. */
export async function buildServer({ root, folder, programs }: ServerBuild): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: programs,
    platform: "node",
    // What is not there in every installation is looked for when it is wanted.
    external: ["vite", "pg-native", /^cloudflare:/],
    plugins: [placesOfSources({ root, folder })],
    logLevel: "silent",
  });
  try {
    const { output } = await bundle.write({
      dir: folder,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      sourcemap: true,
      sourcemapExcludeSources: true,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    });
    const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    await writeFile(join(folder, licencesFile), await collectLicences(modules));
  } finally {
    await bundle.close();
  }
}
