/** A value on one line of front matter. `value` is undefined where it is no simple text. */
export type YamlScalar = {
  style: "plain" | "single" | "double" | "block" | "other";
  value: string | undefined;
  /** What stands behind it: spaces and a carriage return. */
  rest: string;
};

export function readScalar(source: string): YamlScalar {
  const rest = /\s*$/.exec(source.slice(-200))?.[0] ?? "";
  const text = source.slice(0, source.length - rest.length);
  if (/^[|>][-+\d]{0,3}$/.test(text)) return { style: "block", value: undefined, rest };
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return { style: "double", value: fromJson(text), rest };
  if (/^'(?:[^']|'')*'$/.test(text)) {
    return { style: "single", value: text.slice(1, -1).replaceAll("''", "'"), rest };
  }
  if (text !== "" && isPlain(text)) return { style: "plain", value: text, rest };
  return { style: "other", value: undefined, rest };
}

/** The value in the style of an old one, quoted where it has to be. */
export function writeScalar(
  value: string,
  { style, rest }: Pick<YamlScalar, "style" | "rest"> = { style: "plain", rest: "" },
): string {
  const line = value.replace(/\s+/g, " ");
  if (style === "single") return `'${line.replaceAll("'", "''")}'${rest}`;
  if (style === "plain" && isPlain(line)) return line + rest;
  return JSON.stringify(line) + rest;
}

/** YAML reads such text back unchanged; numbers, dates and words like `true` would come back as something else. */
function isPlain(text: string): boolean {
  if (!/^[\p{L}]/u.test(text) || /:(?:\s|$)|\s#|^(?:true|false|null|yes|no|on|off)$/iu.test(text))
    return false;
  return !/[\p{Cc}\u2028\u2029\uFEFF]|\s$/u.test(text);
}

function fromJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
