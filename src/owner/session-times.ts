const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const sessionTimes = {
  /** A session ends after so long without a request, and after so long in any case. */
  idleMs: 7 * dayMs,
  absoluteMs: 30 * dayMs,
  /** Use of a session this long after its token was made brings a new token. */
  rotateMs: dayMs,
  /** Requests that were under way at a rotation still carry the token before. */
  previousMs: minuteMs,
  /** The last use is exact to this: a busy page does not write on every request. */
  lastUseStepMs: minuteMs,
};
