import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import loadWabt from "wabt";

export const kernelFolder = join(dirname(import.meta.dirname), "src/models/vectors/static/kernels");
export const kernelNames = ["bag", "products", "scan", "sketch"];

/** The bytes of a WebAssembly module from its text. */
export async function buildKernel(name: string): Promise<Uint8Array> {
  const source = `${name}.wat`;
  const { parseWat } = await loadWabt();
  const module = parseWat(source, readFileSync(join(kernelFolder, source), "utf8"), {
    simd: true,
    relaxed_simd: true,
  });
  try {
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

async function main(): Promise<void> {
  for (const name of kernelNames) {
    const bytes = await buildKernel(name);
    writeFileSync(join(kernelFolder, `${name}.wasm`), bytes);
    console.log(`${name}.wasm written, ${bytes.length} bytes`);
  }
}

if (import.meta.main) await main();
