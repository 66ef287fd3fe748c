import { defineConfig, type Plugin } from "vite";

const firstLoad = { name: "first", tags: ["$initial" as const] };

export default defineConfig({
  root: import.meta.dirname,
  base: "/dashboard/",
  publicDir: false,
  plugins: [holdFirstPaint()],
  build: {
    ...{ outDir: "dist", emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: true },
    // What every page begins with is one file: nine small ones cost a request each, and pack worse.
    rolldownOptions: { output: { codeSplitting: { groups: [firstLoad] } } },
  },
});

/** A chosen theme is applied by script: painting before it has run would flash the other one. */
function holdFirstPaint(): Plugin {
  return {
    name: "hold-first-paint",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace('<script type="module"', '<script blocking="render" type="module"'),
    },
  };
}
