import { passwordCost } from "../src/members/password-hash.ts";

const real = { ...passwordCost };
const cheap = { memory: 8, passes: 1, parallelism: 1 };

/** A real password takes a quarter of a second of processor time, and tests set and check hundreds. */
export function makePasswordsCheap(): void {
  Object.assign(passwordCost, cheap);
}

/** For tests of the hash itself and of the time it takes; every file begins with cheap ones. */
export function makePasswordsReal(): void {
  Object.assign(passwordCost, real);
}
