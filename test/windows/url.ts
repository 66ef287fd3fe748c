import { toDisk, toWindows } from "./disk-path.ts";

const url = process.getBuiltinModule("node:url");

export const fileURLToPath = (place: string | URL) => toWindows(url.fileURLToPath(place));
export const pathToFileURL = (path: string) => url.pathToFileURL(toDisk(path));
