import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { Manifest } from "./manifest.ts";

export type OwnPackage = {
  /** Its package.json, below the root. */
  file: string;
  manifest: z.infer<typeof Manifest>;
};

/** The packages that are published from a checkout: the server, whose name and version all others go by, comes first. */
export function readOwnPackages(root: string): OwnPackage[] {
  const libraries = readdirSync(join(root, "packages")).map(
    (name) => `packages/${name}/package.json`,
  );
  return ["package.json", ...libraries]
    .filter((file) => existsSync(join(root, file)))
    .map((file) => ({
      file,
      manifest: Manifest.parse(JSON.parse(readFileSync(join(root, file), "utf8"))),
    }));
}
