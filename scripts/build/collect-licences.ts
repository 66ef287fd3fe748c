import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const Package = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

/** The licences of the packages that modules come from, each with its whole text. */
export async function collectLicences(modules: Iterable<string>): Promise<string> {
  const folders = new Set([...modules].flatMap(packageFolders));
  const texts = await Promise.all([...folders].map(licenceText));
  return `Docent contains these packages.\n\n${texts.sort().join("\n")}`;
}

/** Modules made by the bundler have no file. */
function packageFolders(module: string): string[] {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll("\\", "/"));
  return folder === null || module.startsWith("\0") ? [] : [folder[0]];
}

async function licenceText(folder: string): Promise<string> {
  const text = await readFile(join(folder, "package.json"), "utf8");
  const { name, version, license = "no licence named" } = Package.parse(JSON.parse(text));
  const names = (await readdir(folder)).filter((file) =>
    /^(?:licen[cs]e|copying|notice)/i.test(file),
  );
  const texts = await Promise.all(names.sort().map((file) => readFile(join(folder, file), "utf8")));
  return [`${name} ${version} (${license})`, "", ...texts.map((own) => `${own.trim()}\n`), ""].join(
    "\n",
  );
}
