/** Nobody guesses it. `randomUUID` is missing on pages without TLS, and all of `crypto` in Node 18. */
export function newId(): string {
  const bytes = new Uint8Array(16);
  if (globalThis.crypto) globalThis.crypto.getRandomValues(bytes);
  else for (const place of bytes.keys()) bytes[place] = Math.random() * 256;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
