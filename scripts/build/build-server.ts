import { writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { collectLicences } from "./collect-licences.ts";
import { loadTogether } from "./load-together.ts";
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

/** What `docent serve` loads before it is ready, by the modules that are loaded on first use elsewhere. */
const started = [
  "src/cli/commands/serve.ts",
  "src/config/read-config.ts",
  "src/config/stored/live-config.ts",
  "src/compose/create-services.ts",
];

/** Compiles programs of the server into a few files that need neither the sources nor the packages, with source maps. */
export async function buildServer({ root, folder, programs }: ServerBuild): Promise<void> {
  const always = [...Object.values(programs), "src/main.ts", "src/lib/stacks/map-stacks.ts"];
  const { plugin, group } = loadTogether({ root, sources: started, always });
  const bundle = await rolldown({
    cwd: root,
    input: programs,
    platform: "node",
    // What is not there in every installation is looked for when it is wanted.
    external: ["vite", "pg-native", /^cloudflare:/],
    plugins: [placesOfSources({ root, folder }), plugin],
    logLevel: "silent",
  });
  try {
    const { output } = await bundle.write({
      dir: folder,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      codeSplitting: { groups: [group] },
      sourcemap: true,
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (source) => withoutOutside(source, relative(folder, root)),
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    });
    const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    await writeFile(join(folder, licencesFile), await collectLicences(modules));
  } finally {
    await bundle.close();
  }
}

/** Packages may be linked from anywhere: where that is on this machine is nobody else's matter. */
function withoutOutside(source: string, toRoot: string): string {
  const at = source.indexOf("/node_modules/");
  return at < 0 ? source : `${toRoot.replaceAll(sep, "/")}${source.slice(at)}`;
}
