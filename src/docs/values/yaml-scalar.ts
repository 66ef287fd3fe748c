/** A text as YAML on one line: plain where it reads back unchanged, else in double quotes. */
export function writeYaml(value: string): string {
  const line = value.replace(/\s+/g, " ");
  return isPlain(line) ? line : JSON.stringify(line);
}

/** The same in the marks of another value. */
export function writeYamlLike(raw: string): (value: string) => string {
  if (raw.startsWith("'")) return (value) => `'${value.replaceAll("'", "''")}'`;
  return raw.startsWith('"') ? (value) => JSON.stringify(value) : writeYaml;
}

/** Numbers, dates and words like `true` would come back as something else, and brackets and commas end a list. */
function isPlain(text: string): boolean {
  if (!/^\p{L}/u.test(text) || /:(?:\s|$)|\s#|^(?:true|false|null|yes|no|on|off)$/iu.test(text))
    return false;
  return !/[,[\]{}]|[\p{Cc}\u2028\u2029\uFEFF]|\s$/u.test(text);
}
