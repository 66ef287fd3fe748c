import { AppError } from "../../lib/app-error.ts";

/** Who asks, as far as limits count it. */
export type Asker = { projectId: string; keyId: string; network: string; fp: string };

type SlotLimits = {
  /** Of one fp in one network. */
  answersPerReader: number;
  answersPerKey: number;
};

/** The place of one answer that is being written. */
export type AnswerSlot = Asker & {
  /** Its readers have gone. */
  isLeft: boolean;
  /** Ends the answer; called for one that was left, when others need its place. */
  end(): void;
  release(): void;
};

/** The fp of everybody whom a site does not tell apart: it names no reader. */
const anonymous = "anonymous";
const retryAfterSeconds = 5;
const readerFull =
  "Several answers are being written for you already. Please ask again when one of them has ended.";
const networkFull =
  "Many answers are being written at the moment. Please ask again in a few seconds.";

/**
 * How many answers this node writes at once for a key, a network and a reader. A network gets as many places of a key as
 * it leaves free, half of them at most, and one that has none gets one beyond them: a few never keep out the others.
 */
export function createAnswerSlots(limits: SlotLimits) {
  const byKey = new Map<string, Set<AnswerSlot>>();

  /** The slots whose number keeps this asker out; undefined: there is room. */
  function fullGroup(asker: Asker, ofKey: ReadonlySet<AnswerSlot>) {
    const ofNetwork = [...ofKey].filter(({ network }) => network === asker.network);
    const ofReader = ofNetwork.filter(({ fp }) => fp === asker.fp);
    if (asker.fp !== anonymous && ofReader.length >= limits.answersPerReader)
      return { slots: ofReader, message: readerFull };
    const free = limits.answersPerKey - ofKey.size;
    const beyond = ofKey.size < 2 * limits.answersPerKey ? 1 : 0;
    if (ofNetwork.length < Math.max(free, beyond)) return undefined;
    return { slots: ofNetwork.length > 0 ? ofNetwork : [...ofKey], message: networkFull };
  }

  return {
    /** Takes a place, or throws. Answers that nobody reads any more give way, the oldest first. */
    take(asker: Asker): AnswerSlot {
      const key = `${asker.projectId} ${asker.keyId}`;
      const ofKey = byKey.get(key) ?? new Set();
      for (let full = fullGroup(asker, ofKey); full; full = fullGroup(asker, ofKey)) {
        const left = full.slots.find(({ isLeft }) => isLeft);
        if (!left) throw new AppError("rate_limited", full.message, { retryAfterSeconds });
        left.end();
        left.release();
      }
      const slot: AnswerSlot = {
        ...asker,
        isLeft: false,
        end: () => undefined,
        release() {
          ofKey.delete(slot);
          if (ofKey.size === 0 && byKey.get(key) === ofKey) byKey.delete(key);
        },
      };
      ofKey.add(slot);
      byKey.set(key, ofKey);
      return slot;
    },
  };
}
