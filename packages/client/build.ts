import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";

const here = import.meta.dirname;
const root = resolve(here, "../..");

/** Builds the package into a folder: one module that needs nothing, and its types. */
export async function buildClient(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    root: here,
    build: {
      ...{ outDir, emptyOutDir: true, minify: false, target: "es2022" },
      // Editors show those of the types.
      rolldownOptions: { output: { comments: false } },
      lib: {
        entry: join(here, "src/create-client.ts"),
        formats: ["es"],
        fileName: "create-client",
      },
    },
  });
  writeTypes(outDir);
}

function writeTypes(outDir: string): void {
  const all = mkdtempSync(join(tmpdir(), "docent-types-"));
  const emit = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false"];
  const program = join(root, "node_modules/.bin/tsc");
  execFileSync(program, ["-p", here, ...emit, "--outDir", all, "--rootDir", join(here, "src")], {
    stdio: "inherit",
  });
  for (const file of readdirSync(all)) {
    const text = readFileSync(join(all, file), "utf8");
    writeFileSync(join(outDir, file), text.replace(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
  rmSync(all, { recursive: true });
}

if (import.meta.main) await buildClient(join(here, "dist"));
