/** A question typed on the overview arrives in the history's state, one of a link as `?q=`; "" for none. */
export function questionFromElsewhere(): string {
  const state: unknown = window.history.state;
  const isStated = typeof state === "object" && state !== null && "question" in state;
  if (isStated && typeof state.question === "string") return state.question.trim();
  return new URLSearchParams(window.location.search).get("q")?.trim() ?? "";
}
