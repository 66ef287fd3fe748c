/** Why a job could not go on when it last asked its forge, and when it asks again. */
export type ForgeWait = {
  /** When the forge first failed it. */
  since: string;
  /** How often it was asked since then. */
  tries: number;
  /** A sentence. */
  reason: string;
  nextTryAt: string;
  /** After this moment it is given up when the forge fails once more. */
  givesUpAt: string;
  /** The work is on the branch of the remote: only its change is missing. */
  isPushed: boolean;
};
