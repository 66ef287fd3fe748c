import { taking, toDisk, toWindows, withWindowsPaths } from "./disk-path.ts";

const fs = process.getBuiltinModule("node:fs/promises");

export const { constants } = fs;
export const access = taking(1, fs.access);
export const appendFile = taking(1, fs.appendFile);
export const chmod = taking(1, fs.chmod);
export const copyFile = taking(2, fs.copyFile);
export const cp = taking(2, fs.cp);
export const link = taking(2, fs.link);
export const lstat = taking(1, fs.lstat);
export const mkdir = taking(1, fs.mkdir);
export const open = taking(1, fs.open);
export const readFile = taking(1, fs.readFile);
export const rename = taking(2, fs.rename);
export const rm = taking(1, fs.rm);
export const stat = taking(1, fs.stat);
export const symlink = taking(2, fs.symlink);
export const unlink = taking(1, fs.unlink);
export const utimes = taking(1, fs.utimes);
export const writeFile = taking(1, fs.writeFile);

export const opendir = taking(1, fs.opendir);
export const rmdir = taking(1, fs.rmdir);
export const statfs = taking(1, fs.statfs);
export const truncate = taking(1, fs.truncate);

export const realpath = async (path: string) => toWindows(await fs.realpath(toDisk(path)));
export const mkdtemp = async (prefix: string) => toWindows(await fs.mkdtemp(toDisk(prefix)));

export async function readdir(path: string, options?: object): Promise<unknown[]> {
  return withWindowsPaths<unknown>(await fs.readdir(toDisk(path), { ...options }));
}
