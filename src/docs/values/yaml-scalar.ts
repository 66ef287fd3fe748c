/** A text as YAML on one line: plain where it reads back unchanged, else in double quotes. */
export function writeYaml(value: string, { isInFlow = false } = {}): string {
  const line = value.replace(/\s+/g, " ");
  return isPlain(line) && !(isInFlow && /[,[\]{}]/.test(line)) ? line : JSON.stringify(line);
}

/** The same in the marks of another value. `isInFlow`: it stands in a list or a map on one line. */
export function writeYamlLike(raw: string, { isInFlow = false } = {}): (value: string) => string {
  if (raw.startsWith("'")) return (value) => `'${value.replaceAll("'", "''")}'`;
  return raw.startsWith('"') ? JSON.stringify : (value) => writeYaml(value, { isInFlow });
}

/** Numbers, dates and words like `true` would come back as something else. */
function isPlain(text: string): boolean {
  if (!/^\p{L}/u.test(text) || /:(?:\s|$)|\s#|^(?:true|false|null|yes|no|on|off)$/iu.test(text))
    return false;
  return !/[\p{Cc}\u2028\u2029\uFEFF]|\s$/u.test(text);
}
