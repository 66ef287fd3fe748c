/** What is sent: an empty field goes back to the standard. */
export function serverChange(
  changes: Partial<Record<string, string>>,
  secrets: Record<string, string | null>,
): Record<string, string | null> {
  const values = Object.entries(changes).map(([name, text = ""]) => {
    const value = text.trim();
    return [name, value === "" ? null : value];
  });
  return { ...Object.fromEntries(values), ...secrets };
}
