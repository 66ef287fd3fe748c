import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { clientsIn } from "../../src/cli/start/clients.ts";
import { Manifest, nodePackages } from "./manifest.ts";

type Package = {
  /** The checkout. */
  root: string;
  /** The build of the server, whole. */
  server: string;
  /** Where the package goes; what is there is replaced. */
  folder: string;
};

/** What finds a Node and a build; the rest of `bin` builds, or runs sources. */
const launcher = [
  ...["docent.js", "relaunched.js", "start.js"],
  ...["find-node.js", "find-build.js", "end-with-npm.js"],
];

/** Lays the built server out as a package that runs by itself: the folders are where a checkout has them, without the sources. */
export async function makePackage({ root, server, folder }: Package): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const clients = clientsIn(root).map((client) => join(client.folder, "dist"));
  const places = [
    ...launcher.map((name) => [join(root, "bin", name), `bin/${name}`]),
    ...clients.map((dist) => [dist, dist.slice(root.length + 1)]),
    ...["docs", "LICENSE", "NOTICE"].map((name) => [join(root, name), name]),
    [join(root, "packages/docent/README.md"), "README.md"],
    [server, "dist/server"],
  ];
  for (const [from = "", to = ""] of places) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await cp(from, join(folder, to), { recursive: true, filter: isShipped });
  }
  await chmod(join(folder, "bin/docent.js"), 0o755);
  await writeFile(join(folder, "package.json"), await manifestText(root));
}

/** What a build leaves for the next one is of no use to others. */
function isShipped(path: string): boolean {
  return ![".source-hash", "cache"].includes(basename(path));
}

async function manifestText(root: string): Promise<string> {
  const own = Manifest.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const { name, version, description, license, repository, type, engines, bin } = own;
  const node = own.optionalDependencies?.node;
  if (node === undefined) throw new Error("package.json names no Node that the package brings");
  const manifest = {
    ...{ name, version, description, license, repository, type, engines, bin },
    keywords: ["documentation", "assistant", "search", "chat", "self-hosted"],
    optionalDependencies: Object.fromEntries(nodePackages.map((one) => [one, node])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
