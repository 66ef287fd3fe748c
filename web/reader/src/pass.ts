import type { ReaderPass } from "../../../src/contract/reader/reader-pass.ts";
import { addressOf, type PageFacts } from "./facts.ts";

/** What lets the page ask and rate for a while; it is had when it is first needed, and anew before it ends. */
export type Pass = {
  /** Makes sure that there is one. */
  ready(): Promise<void>;
  /** The header for a request. */
  authorization(): string;
};

const marginMs = 60_000;

export function createPass(facts: PageFacts): Pass {
  let token = "";
  let endsAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = async () => {
    const headers = { accept: "application/json" };
    const response = await fetch(addressOf(facts, "pass", {}), { headers });
    if (!response.ok) throw new Error("No pass was given.");
    const { pass, seconds }: ReaderPass = await response.json();
    token = pass;
    endsAt = Date.now() + seconds * 1_000;
    clearTimeout(timer);
    const again = () => renew().catch(() => console.warn("The pass could not be renewed."));
    timer = setTimeout(again, Math.max(marginMs, seconds * 1_000 - marginMs));
  };
  return {
    async ready() {
      if (Date.now() > endsAt - marginMs) await renew();
    },
    authorization: () => `Bearer ${token}`,
  };
}
