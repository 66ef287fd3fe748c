import { join } from "node:path";
import { build, defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;

/** The panel is a module with a hashed name, the loader one classic script that knows this name. */
export default defineConfig({
  root,
  base: "./",
  publicDir: false,
  plugins: [addLoader()],
  build: {
    ...{ outDir: "dist", emptyOutDir: true, modulePreload: false, reportCompressedSize: true },
    rolldownOptions: {
      input: { panel: join(root, "panel/mount-panel.ts") },
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
      const panel = Object.values(bundle).find((one) => one.type === "chunk" && one.isEntry);
      const name = panel?.fileName.slice("assets/".length) ?? "";
      const result = await build({
        configFile: false,
        logLevel: "silent",
        root,
        define: { PANEL_FILE: JSON.stringify(name) },
        build: {
          write: false,
          rolldownOptions: {
            input: join(root, "loader/loader.ts"),
            output: { format: "iife", codeSplitting: false },
          },
        },
      });
      const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
      const chunk = outputs.find((one) => one.type === "chunk");
      if (chunk?.type !== "chunk") throw new Error("The loader could not be built.");
      this.emitFile({ type: "asset", fileName: "widget.js", source: chunk.code });
    },
  };
}
