import { join } from "node:path";
import { build, defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;
/** Browsers that know `light-dark()`: older ones get the same widget in its light colours at worst. */
const target = ["chrome125", "edge125", "firefox128", "safari18"];

/** The panel is a module with a hashed name, the loader one classic script that knows this name. */
export default defineConfig({
  root,
  base: "./",
  publicDir: false,
  plugins: [addLoader()],
  build: {
    ...{ outDir: "dist", emptyOutDir: true, modulePreload: false, target },
    rolldownOptions: {
      input: {
        panel: join(root, "panel/mount-panel.ts"),
        tools: join(root, "loader/page-tools.ts"),
      },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
      },
    },
  },
});

function addLoader(): Plugin {
  return {
    name: "add-loader",
    async generateBundle(_options, bundle) {
      const entries = Object.values(bundle).filter((one) => one.type === "chunk" && one.isEntry);
      const fileOf = (name: string) => {
        const found = entries.find((one) => "name" in one && one.name === name)?.fileName ?? "";
        return JSON.stringify(found.slice("assets/".length));
      };
      const result = await build({
        configFile: false,
        logLevel: "silent",
        root,
        define: { PANEL_FILE: fileOf("panel"), TOOLS_FILE: fileOf("tools") },
        build: {
          ...{ write: false, modulePreload: false, target },
          // Built as a library, it is spared the builder's own code around each import.
          lib: { entry: join(root, "loader/loader.ts"), formats: ["iife"], name: "loader" },
        },
      });
      const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
      const chunk = outputs.find((one) => one.type === "chunk");
      if (chunk?.type !== "chunk") throw new Error("The loader could not be built.");
      this.emitFile({ type: "asset", fileName: "widget.js", source: chunk.code });
    },
  };
}
