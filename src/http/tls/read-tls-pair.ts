import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { AppError } from "../../lib/app-error.ts";

export type TlsFiles = { certFile: string; keyFile: string };
export type TlsPair = { cert: Buffer; key: Buffer };

/** A certificate, its chain behind it, and the key that goes with it; or a sentence that says what is wrong with them. */
export function readTlsPair({ certFile, keyFile }: TlsFiles, now: Date): TlsPair {
  const pair = {
    cert: readOne(certFile, "DOCENT_TLS_CERT_FILE"),
    key: readOne(keyFile, "DOCENT_TLS_KEY_FILE"),
  };
  const cert = parse(() => new X509Certificate(pair.cert), {
    ...{ file: certFile, setting: "DOCENT_TLS_CERT_FILE", what: "a certificate in PEM" },
  });
  const key = parse<KeyObject>(() => createPrivateKey(pair.key), {
    ...{ file: keyFile, setting: "DOCENT_TLS_KEY_FILE" },
    what: "a private key in PEM without a passphrase",
  });
  if (!cert.checkPrivateKey(key))
    throw wrong(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`);
  if (cert.validToDate <= now)
    throw wrong(`The certificate in ${certFile} expired on ${cert.validTo}: renew it.`);
  if (cert.validFromDate > now)
    throw wrong(`The certificate in ${certFile} is valid only from ${cert.validFrom} on.`);
  return pair;
}

/** When the certificate ends, where nothing is wrong with it and its key now. */
export function certificateEnd(files: TlsFiles, now: Date): Date {
  return new X509Certificate(readTlsPair(files, now).cert).validToDate;
}

function readOne(file: string, setting: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = isMissing ? "does not exist" : "cannot be read by this user";
    throw wrong(`${setting}: the file ${file} ${why}.`, cause);
  }
}

type Part = { file: string; setting: string; what: string };

function parse<Parsed>(read: () => Parsed, { file, setting, what }: Part): Parsed {
  try {
    return read();
  } catch (cause) {
    throw wrong(`${setting}: the file ${file} holds no ${what.replace(/^a /, "")}.`, cause);
  }
}

function wrong(message: string, cause?: unknown): AppError {
  return new AppError("invalid_request", message, { cause });
}
