import { unwatchFile, watchFile } from "node:fs";
import { readTlsPair, type TlsFiles, type TlsPair } from "./read-tls-pair.ts";

const lookMs = 5_000;

export type TlsNews = { onPair(pair: TlsPair): void; onFault(error: unknown): void };

/** Reads a renewed pair when one of its files has changed, also behind a link. What is wrong with it is told, and the old one stays. */
export function followTlsFiles(
  files: TlsFiles,
  { onPair, onFault }: TlsNews,
  everyMs = lookMs,
): () => void {
  const look = () => {
    try {
      onPair(readTlsPair(files, new Date()));
    } catch (error) {
      onFault(error);
    }
  };
  const both = [files.certFile, files.keyFile];
  for (const file of both) watchFile(file, { interval: everyMs, persistent: false }, look);
  return () => {
    for (const file of both) unwatchFile(file, look);
  };
}
