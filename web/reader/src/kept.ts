/** Storage may be switched off in a browser; choices then last as long as the page. */
export function readKept(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function writeKept(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn("A choice could not be remembered.", error);
  }
}
