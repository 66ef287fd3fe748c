import type { IconName } from "../../ui/icon.tsx";

/** One line of the palette: somewhere to go, or something to do. */
export type Command = {
  id: string;
  group: string;
  label: string;
  icon: IconName;
  /** Shown behind the label, softer. */
  note?: string;
  /** Other words that somebody may type for it. */
  words?: string;
  run: () => void;
};
