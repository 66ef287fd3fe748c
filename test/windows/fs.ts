import { taking, toDisk, toWindows, withWindowsPaths } from "./disk-path.ts";

const fs = process.getBuiltinModule("node:fs");

export const { closeSync, constants, fstatSync } = fs;
export const chmodSync = taking(1, fs.chmodSync);
export const copyFileSync = taking(2, fs.copyFileSync);
export const createReadStream = taking(1, fs.createReadStream);
export const createWriteStream = taking(1, fs.createWriteStream);
export const existsSync = taking(1, fs.existsSync);
export const lstatSync = taking(1, fs.lstatSync);
export const mkdirSync = taking(1, fs.mkdirSync);
export const openSync = taking(1, fs.openSync);
export const readFileSync = taking(1, fs.readFileSync);
export const renameSync = taking(2, fs.renameSync);
export const rmSync = taking(1, fs.rmSync);
export const statSync = taking(1, fs.statSync);
export const symlinkSync = taking(2, fs.symlinkSync);
export const unlinkSync = taking(1, fs.unlinkSync);
export const unwatchFile = taking(1, fs.unwatchFile);
export const utimesSync = taking(1, fs.utimesSync);
export const watch = taking(1, fs.watch);
export const watchFile = taking(1, fs.watchFile);
export const writeFileSync = taking(1, fs.writeFileSync);

export const realpathSync = (path: string) => toWindows(fs.realpathSync(toDisk(path)));
export const mkdtempSync = (prefix: string) => toWindows(fs.mkdtempSync(toDisk(prefix)));

export function readdirSync(path: string, options?: object) {
  return withWindowsPaths<unknown>(fs.readdirSync(toDisk(path), { ...options }));
}
