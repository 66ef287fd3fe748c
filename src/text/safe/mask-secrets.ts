import { cutText } from "../bounded.ts";

/** What a secret is replaced by. */
export const maskText = "[secret removed]";

/**
 * Takes out what looks like a secret: keys and tokens that providers' forms give away, private key blocks, passwords in
 * addresses, and values of lines such as `password=`. Rather too much than too little: it is read, never run.
 */
export function maskSecrets(text: string): { text: string; masked: number } {
  let masked = 0;
  let inKey = 0;
  const lines = text.split("\n").map((line) => {
    if (beginsKey.test(line)) {
      inKey = longestKey;
      masked += 1;
    }
    if (inKey > 0) {
      inKey = endsKey.test(line) ? 0 : inKey - 1;
      return `${/^[+\- ]/.exec(line)?.[0] ?? ""}${maskText}`;
    }
    const { line: clean, count } = maskLine(cutText(line, longestLine));
    masked += count;
    return clean;
  });
  return { text: lines.join("\n"), masked };
}

const beginsKey =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|^\W{0,3}PuTTY-User-Key-File/;
const endsKey = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC:/;
/** Lines; a block whose end is not shown does not hide the rest of a diff. */
const longestKey = 120;

/** Characters: who writes a longer line writes no text. */
const longestLine = 2_000;

function maskLine(line: string): { line: string; count: number } {
  let count = 0;
  const mask = (...found: (string | number)[]) => {
    count += 1;
    return `${String(found[1] ?? "")}${maskText}`;
  };
  let clean = line;
  for (const form of providerForms) clean = clean.replace(form, () => mask());
  for (const form of carriers) clean = clean.replace(form, (...found) => mask(...found));
  clean = clean.replace(assignment, (whole, name: string, sign: string, value: string) => {
    if (!isSecretName(name) || !isSecretValue(value)) return whole;
    // Limits are called after the tokens that they count.
    if (/^[\d_]+$/.test(value) && /tokens?["'`]?$/i.test(name)) return whole;
    count += 1;
    const quote = /^["'`]/.exec(value)?.[0] ?? "";
    return `${name}${sign}${quote}${maskText}${quote}`;
  });
  clean = clean.replace(longLiteral, (whole, quote: string, inside: string) => {
    if (entropyOf(inside) < randomBits || inside.includes(maskText)) return whole;
    count += 1;
    return `${quote}${maskText}${quote}`;
  });
  clean = clean.replace(keyLine, (whole, indent: string, inside: string) => {
    if (entropyOf(inside) < randomBits) return whole;
    count += 1;
    return `${indent}${maskText}`;
  });
  return { line: clean, count };
}

/** Tokens whose form says what they are. */
const providerForms = [
  /\bgithub_pat_\w{20,255}/g,
  /\bgh[opusr]_[A-Za-z0-9]{20,255}/g,
  /\b(?:glpat|gldt|glrt|glcbt|glptt|glft|glsoat|glimt|glagent)-[\w-]{15,255}/g,
  /\bxox[abeoprs]-[\w-]{10,255}/g,
  /\bxapp-[\w-]{10,255}/g,
  /\bsk-[A-Za-z0-9_-]{16,255}/g,
  /\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,255}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,255}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA|AROA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,60}/g,
  /\bya29\.[\w-]{20,500}/g,
  /\bGOCSPX-[\w-]{20,100}/g,
  /\bnpm_[A-Za-z0-9]{30,60}/g,
  /\bpypi-[\w-]{30,500}/g,
  /\b(?:dop|doo|dor)_v1_[a-f0-9]{32,100}/g,
  /\bSG\.[\w-]{16,40}\.[\w-]{16,80}/g,
  /\bhf_[A-Za-z0-9]{20,100}/g,
  /\b(?:shpat|shpss|shpca|shppa)_[a-fA-F0-9]{20,100}/g,
  /\bSK[a-f0-9]{32}\b/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{30,100}/g,
  /\bsvc_(?:dsc_)?[A-Za-z0-9]{20,100}/g,
  /\blin_(?:api|oauth)_[A-Za-z0-9]{20,100}/g,
  /\bPMAK-[a-f0-9-]{30,100}/g,
  /\bNRAK-[A-Z0-9]{20,60}/g,
  /\bdapi[a-f0-9]{32}\b/g,
  /\bATATT3[\w=-]{20,400}/g,
  /\b(?:vault:v\d:|hvs\.|hvb\.)[\w+/=-]{20,400}/g,
  /\bkey-[a-f0-9]{32}\b/g,
  // "-----BEGIN ", as certificates and keys stand in manifests.
  /\bLS0tLS1CRUdJTi[\w+/=-]{10,2000}/g,
  /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}/g,
];

/** The first group stays. */
const carriers = [
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,100}:)[^\s/@"'<>]{3,200}(?=@)/gi,
  /(\bhooks\.slack\.com\/(?:services|workflows)\/)[\w/]{10,200}/gi,
  /(\bdiscord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,200}/gi,
  /(\b(?:AccountKey|SharedAccessKey|sig)=)[\w+/%=-]{20,200}/g,
  /(\b(?:Bearer|Basic|Token)\s{1,3})[\w.~+/-]{12,2000}={0,2}/gi,
];

/** A literal may go on behind the end of a line that was cut. */
const assignment =
  /(["'`]?[A-Za-z_][\w.-]{0,80}["'`]?)(\s{0,20}(?::=|=>|=|:)\s{0,20})("[^"\n]{1,2000}(?:"|$)|'[^'\n]{1,2000}(?:'|$)|`[^`\n]{1,2000}(?:`|$)|[^\s,;)}\]"'`]{1,500})/g;

const secretNames =
  /passw(?:or)?d|passphrase|pwd\b|secret|token|api[_.-]?key|apikey|access[_.-]?key|private[_.-]?key|signing[_.-]?key|encryption[_.-]?key|credential|client[_.-]?key|auth[_.-]?key|dsn$|conn(?:ection)?[_.-]?str/i;

function isSecretName(name: string): boolean {
  return secretNames.test(name.replace(/^["'`]|["'`]$/g, ""));
}

const harmless =
  /^(?:true|false|null|undefined|none|nil|string|number|boolean|required|optional|str|bytes|int|any|object)$|^[<[{(].*|^x{3,}$|^\*{3,}$|^\.{3}|^\$\{|^\$[A-Z_]|^%[A-Z_]|changeme|^your[-_ ]|^example/i;

/** A literal; where nothing says that it is one, only what no name in a program looks like. */
function isSecretValue(value: string): boolean {
  const quote = /^["'`]/.exec(value)?.[0];
  const inside = quote ? value.slice(1, value.endsWith(quote) ? -1 : undefined) : value;
  if (inside.includes(maskText) || harmless.test(inside) || inside.length < 4) return false;
  if (quote) return !/\s/.test(inside) || entropyOf(inside) > wordsBits;
  if (/[(){}]|^\w+\.\w+/.test(inside) && !/[+/=]/.test(inside)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(inside));
  return inside.length >= 6 && (/\d/.test(inside) || kinds.length >= 3 || inside.length >= 20);
}

const wordsBits = 4.2;

const longLiteral = /(["'`])([A-Za-z0-9+/_=-]{40,2000})(?:\1|…?$)/g;
/** A line from the middle of a key, whose beginning a diff does not show. */
const keyLine = /^([+\- ]?\s{0,40})([A-Za-z0-9+/]{60,76}={0,2})\s{0,5}$/;
const randomBits = 4.3;

/** Bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
