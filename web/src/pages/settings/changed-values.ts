/** Of values kept as JSON, those whose field is there and whose text differs from what is saved. */
export function changedValues<T extends Record<string, string>>(
  kept: string,
  saved: T,
): Partial<T> {
  const read = parsed(kept);
  const changed = Object.entries(saved).flatMap(([name, before]) => {
    const value = read[name];
    return typeof value === "string" && value !== before ? [[name, value]] : [];
  });
  return Object.fromEntries(changed);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
