import { defineConfig } from "vite";

const source = (name: string) => `${import.meta.dirname}/src/${name}.ts`;

/** Files with plain names: the server puts a hash of the content behind their addresses. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/reader-assets/",
  build: {
    ...{ outDir: "dist", emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: true },
    // The theme is read before the first paint, by a script of its own that waits for no other.
    modulePreload: false,
    rolldownOptions: {
      input: { reader: source("reader"), theme: source("theme") },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
});
