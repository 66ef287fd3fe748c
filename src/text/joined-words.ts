import { stemEnglish } from "./stem/english.ts";

/** Words that docs write in one and in two: the verb's stem with the small word behind it. */
const joined = new Set([
  ..."login logon signin signon plugin builtin optin checkin buildin".split(" "),
  ..."logout signout timeout checkout callout layout rollout lockout optout printout fallout".split(
    " ",
  ),
  ..."setup startup signup backup cleanup lookup popup markup mockup speedup followup wakeup".split(
    " ",
  ),
  ..."shutdown dropdown breakdown teardown countdown slowdown cooldown scaledown".split(" "),
  ..."logoff turnoff cutoff handoff backoff tradeoff dropoff".split(" "),
  ..."addon rollback fallback callback feedback playback writeback".split(" "),
  ..."failover rollover takeover handover workaround turnaround wraparound readthrough".split(" "),
]);
const particles = new Set("in on out off up down back over around through".split(" "));

/** "login" for "log in", "logs in" or "logging in"; nothing for two words that nobody writes as one. */
export function joinedWord(verb: string, particle: string): string | undefined {
  if (!particles.has(particle)) return undefined;
  const word = stemEnglish(verb) + particle;
  return joined.has(word) ? word : undefined;
}
