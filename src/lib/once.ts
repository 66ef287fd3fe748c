/** A value that is worked out when it is first asked for. */
export function once<Value>(work: () => Value): () => Value {
  let held: { value: Value } | undefined;
  return () => {
    held ??= { value: work() };
    return held.value;
  };
}
