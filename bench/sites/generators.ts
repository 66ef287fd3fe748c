import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const python = join(here, ".venv/bin");
const next = join(here, "next");
const program = (name: string) => join(here, "node_modules/.bin", name);

export type Generator = { command(folder: string): string[]; output: string };

export const generators = {
  docusaurus: {
    command: (folder) => [program("docusaurus"), "build", folder],
    output: "build",
  },
  hugo: {
    command: (folder) => [join(python, "hugo"), "--source", folder],
    output: "public",
  },
  mkdocs: {
    command: (folder) => [join(python, "mkdocs"), "build", "-f", join(folder, "mkdocs.yml")],
    output: "site",
  },
  next: {
    command: (folder) => [join(next, "node_modules/.bin/next"), "build", folder],
    output: "out",
  },
  sphinx: {
    command: (folder) => [
      join(python, "sphinx-build"),
      ...["-q", join(folder, "docs"), join(folder, "build")],
    ],
    output: "build",
  },
  starlight: {
    command: (folder) => [program("astro"), "build", "--root", folder],
    output: "dist",
  },
  vitepress: {
    command: (folder) => [program("vitepress"), "build", folder],
    output: ".vitepress/dist",
  },
} satisfies Record<string, Generator>;

/** Generators written in Python have an environment of their own, made when it is first needed. */
export function installPython(): void {
  if (existsSync(python)) return;
  run(["python3", "-m", "venv", join(here, ".venv")]);
  run([join(python, "pip"), "install", "-q", "-r", join(here, "requirements.txt")]);
}

const quiet = {
  ...{ ASTRO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1" },
  ...{ CI: "1", NO_UPDATE_NOTIFIER: "1" },
};

export function run([file = "", ...rest]: string[], cwd = here): void {
  execFileSync(file, rest, {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...quiet },
  });
}
