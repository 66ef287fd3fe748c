import { readFileSync } from "node:fs";

/** What it gives back, where it does. */
export type Kernel = (...values: number[]) => number;

/** Memory that a kernel works on. Growing it empties every view that was made of its buffer. */
export type KernelMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number };

const pageBytes = 65_536;

// The compiler's own types of WebAssembly come only together with those of the browser.
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => KernelMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
    imports: { docent: { memory: KernelMemory } },
  ) => { exports: Record<string, Kernel> };
};

/** The function that `scripts/build-kernels.ts` built from the `.wat` file of this name. */
export function loadKernel(
  name: "bag" | "products" | "scan" | "sketch",
  memory: KernelMemory,
): Kernel {
  const bytes = readFileSync(new URL(`./${name}.wasm`, import.meta.url));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    docent: { memory },
  });
  const kernel = exports[name];
  if (kernel === undefined) throw new Error(`${name}.wasm does not export ${name}`);
  return kernel;
}

export function createKernelMemory(bytes: number): KernelMemory {
  return new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / pageBytes)) });
}
