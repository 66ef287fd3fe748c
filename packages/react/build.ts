import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { build } from "vite";

const here = import.meta.dirname;
const root = resolve(here, "../..");

/** Builds the package into a folder: one module without React, and types that need nothing else. */
export async function buildPackage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    root: here,
    build: {
      ...{ outDir, emptyOutDir: true, minify: false },
      lib: {
        entry: join(here, "src/docent-widget.ts"),
        formats: ["es"],
        fileName: "docent-widget",
      },
      rolldownOptions: {
        external: ["react"],
        // Next.js then knows that it runs in the browser.
        output: { banner: '"use client";' },
      },
    },
  });
  writeTypes(outDir);
}

const typed = [
  "packages/react/src/docent-widget.d.ts",
  "packages/react/src/use-docent.d.ts",
  "packages/react/src/answer-types.d.ts",
  "web/widget/widget-api.d.ts",
  "web/widget/widget-events.d.ts",
  "web/widget/widget-options.d.ts",
];

function writeTypes(outDir: string): void {
  const all = mkdtempSync(join(tmpdir(), "docent-types-"));
  const emit = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false"];
  const places = ["--outDir", all, "--rootDir", root];
  const program = join(root, "node_modules/.bin/tsc");
  execFileSync(program, ["-p", here, ...emit, ...places], { stdio: "inherit" });
  mkdirSync(outDir, { recursive: true });
  for (const file of typed) {
    const text = readFileSync(join(all, file), "utf8");
    writeFileSync(join(outDir, basename(file)), withOwnPlaces(text));
  }
  rmSync(all, { recursive: true });
}

/** Every file lies in one folder, and what comes from the API is among the package's own types. */
function withOwnPlaces(text: string): string {
  const known = new Set(typed.map((file) => basename(file, ".d.ts")));
  return text.replace(/from "\.[^"]*?([\w-]+)\.tsx?"/g, (_from, name: string) =>
    known.has(name) ? `from "./${name}.js"` : 'from "./answer-types.js"',
  );
}

if (import.meta.main) await buildPackage(join(here, "dist"));
