/** What an act returns; undefined where it throws, as with a selector that is none or storage that is forbidden. */
export function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
