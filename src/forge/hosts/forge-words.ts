import { z } from "zod";

const mostWords = 300;
const mostParts = 10;

/** What a forge says about a request it refused: one line, cut short, without the secrets; "" where it says nothing of its own. */
export function forgeWords(text: string, secrets: readonly string[]): string {
  const parts = spoken(parsed(withoutSecrets(text, secrets)), 0).slice(0, mostParts);
  const line = parts
    .join(": ")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out.
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .trim();
  return line.length > mostWords ? `${line.slice(0, mostWords)}…` : line;
}

/** In each of the forms in which a secret travels: as it is, in an address, in a login. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")];
    for (const form of forms) safe = safe.replaceAll(form, "[redacted]");
  }
  return safe;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refusal = z.looseObject({
  message: z.unknown().optional(),
  errors: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
});
const fault = z.looseObject({
  message: z.string().optional(),
  field: z.string().optional(),
  code: z.string().optional(),
});

/** The sentences in a refusal: forges put them into a text, a list, an object by field, or all of these. */
function spoken(value: unknown, depth: number): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.slice(0, mostWords)];
  if (depth > 3 || value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    return value.slice(0, mostParts).flatMap((item) => spokenFault(item, depth + 1));
  }
  const told = refusal.safeParse(value);
  if (depth === 0 && told.success) {
    const { message, errors, error, error_description } = told.data;
    return [message, error, error_description, errors].flatMap((part) => spoken(part, 1));
  }
  const fields = Object.entries(value).slice(0, mostParts);
  return fields.flatMap(([name, inner]) =>
    spoken(inner, depth + 1).map((text) => (name === "base" ? text : `${name} ${text}`)),
  );
}

function spokenFault(item: unknown, depth: number): string[] {
  const told = fault.safeParse(item);
  if (!told.success) return spoken(item, depth);
  const { message, field, code } = told.data;
  if (message !== undefined) return [message.slice(0, mostWords)];
  const words = [field, code].filter((word) => word !== undefined);
  return words.length === 0 ? [] : [words.join(" ").slice(0, mostWords)];
}
