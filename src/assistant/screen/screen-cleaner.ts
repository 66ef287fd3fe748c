/** Gives every line the same end and drops control characters, which some renderers step over. */
export function createCleaner(): (delta: string) => string {
  let endsWithReturn = false;
  return (delta) => {
    const rest = endsWithReturn && delta.startsWith("\n") ? delta.slice(1) : delta;
    if (delta !== "") endsWithReturn = delta.endsWith("\r");
    return rest.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "");
  };
}
