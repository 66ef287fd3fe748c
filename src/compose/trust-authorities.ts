import { X509Certificate } from "node:crypto";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { AppError } from "../lib/app-error.ts";
import { openDataFolder } from "../lib/data-folder.ts";

type Trust = { caFile: string | undefined; dataFolder: string };

/**
 * Believes the authorities of a file, besides those that are believed anyway, in requests and in git alike. Both are
 * facts of the process, as the proxy is: git takes the variable that is set here from the environment.
 */
export function trustAuthorities({ caFile, dataFolder }: Trust): void {
  if (caFile === undefined) return;
  const given = readCertificates(caFile);
  setDefaultCACertificates([...getCACertificates("default"), ...given]);
  const system = getCACertificates("system");
  const known = system.length > 0 ? system : getCACertificates("bundled");
  const bundle = join(openDataFolder(dataFolder).path, "authorities.pem");
  writeBundle(bundle, [...known, ...given]);
  process.env.GIT_SSL_CAINFO = bundle;
}

const mostBytes = 4 * 1024 * 1024;
const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function readCertificates(file: string): string[] {
  const texts = readText(file).match(certificate) ?? [];
  if (texts.length === 0 || !texts.every(isCertificate))
    throw fault("holds no certificate, or one that cannot be read: it takes them in PEM form");
  return texts;
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= mostBytes) return readFileSync(file, "latin1");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw fault(`names a file that cannot be read${code}`, cause);
  }
  throw fault(`names a file of more than ${mostBytes} bytes`);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

/** Another process may read it at this moment. */
function writeBundle(file: string, certificates: string[]): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${certificates.map((text) => text.trim()).join("\n")}\n`);
  renameSync(temporary, file);
}

function fault(sentence: string, cause?: unknown): AppError {
  return new AppError("invalid_request", `DOCENT_CA_FILE ${sentence}.`, { cause });
}
