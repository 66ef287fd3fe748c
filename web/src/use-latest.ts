import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that never changes and always calls the newest one given. */
export function useLatest<Input extends unknown[], Result>(
  action: (...input: Input) => Result,
): (...input: Input) => Result {
  const newest = useRef(action);
  useLayoutEffect(() => {
    newest.current = action;
  });
  return useCallback((...input: Input) => newest.current(...input), []);
}
