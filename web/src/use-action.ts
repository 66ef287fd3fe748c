import { useState } from "react";
import { ApiError } from "./api-request.ts";
import { messageOf } from "./message-of.ts";
import { useSession } from "./session.tsx";

export type Action<Input extends unknown[]> = {
  /** True when it went well. */
  run: (...input: Input) => Promise<boolean>;
  isBusy: boolean;
  /** A sentence for a person; empty when nothing is wrong. */
  error: string;
  /** What the server said about one field, by the name it has in the request. */
  faultOf: (field: string) => string;
  reset: () => void;
};

/** A button's or a form's request: busy while it runs, its failure kept as words. */
export function useAction<Input extends unknown[]>(
  action: (...input: Input) => Promise<unknown>,
  options: { expectsWrongPassword?: boolean } = {},
): Action<Input> {
  const { expire } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const run = async (...input: Input) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await action(...input);
      return true;
    } catch (error) {
      setFailure(error);
      const isLoggedOut = error instanceof ApiError && error.status === 401;
      if (isLoggedOut && !options.expectsWrongPassword) expire();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    run,
    isBusy,
    error: failure === undefined ? "" : messageOf(failure),
    faultOf: (field) => faultOf(failure, field),
    reset: () => setFailure(undefined),
  };
}

function faultOf(failure: unknown, field: string): string {
  if (!(failure instanceof ApiError)) return "";
  const detail = failure.details.find(
    ({ path }) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  );
  return detail?.message ?? "";
}
