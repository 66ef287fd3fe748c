import type { ReaderPass } from "../../../src/contract/reader/reader-pass.ts";
import { addressOf, type PageFacts } from "./facts.ts";

/** What lets the page ask and rate for a while; it is had when it is first needed, and anew when it is about to end. */
export type Pass = {
  /** The header for a request, good for at least a minute. Fails where the server cannot be reached. */
  authorization(): Promise<string>;
};

const marginMs = 60_000;

type Outside = { get(address: string, init: RequestInit): Promise<Response>; now(): number };

export function createPass(
  facts: PageFacts,
  { get, now }: Outside = { get: (address, init) => fetch(address, init), now: Date.now },
): Pass {
  let token = "";
  let endsAt = 0;
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    const headers = { accept: "application/json" };
    const response = await get(addressOf(facts, "pass", {}), { headers });
    // A reader who may no longer ask goes on with the old one: the refusal of the question says why.
    if ([401, 403, 404].includes(response.status)) return;
    if (!response.ok) throw new Error("No pass was given.");
    const { pass, seconds }: ReaderPass = await response.json();
    token = pass;
    endsAt = now() + seconds * 1_000;
  };
  return {
    // A page may sleep for hours, so nothing is left to a timer.
    async authorization() {
      if (now() > endsAt - marginMs) {
        renewing ??= renew().finally(() => {
          renewing = undefined;
        });
        await renewing;
      }
      return `Bearer ${token}`;
    },
  };
}
