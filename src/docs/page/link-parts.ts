const scheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const placeholder = /[{}<>$*]|\.\.\./;

/** Whether a link leads to another site, or holds what only running code would tell. */
export function leadsElsewhere(target: string): boolean {
  return scheme.test(target) || placeholder.test(target);
}

/** A part of an address in plain letters; as it stands where it is not encoded properly. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
