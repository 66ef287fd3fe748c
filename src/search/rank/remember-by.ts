/** A function of an object that never changes, worked out once for each as long as that is in use. */
export function rememberBy<Key extends object, Value>(
  work: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = work(key);
    known.set(key, { value });
    return value;
  };
}
