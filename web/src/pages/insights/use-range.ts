import { ownTimeZone } from "../../format.ts";
import { useRouter } from "../../router.tsx";
import { type DayRange, type Preset, readRange, today } from "./range.ts";

export type ChosenRange = DayRange & {
  preset: Preset;
  /** Of the browser: there days begin and end. */
  zone: string;
  choosePreset: (preset: Preset) => void;
  chooseDays: (range: DayRange) => void;
};

/** The days that are looked at, as the address says. */
export function useRange(): ChosenRange {
  const { pathname, search, navigate } = useRouter();
  const range = readRange(search, today());
  const go = (days: Record<string, string>) => {
    const params = new URLSearchParams(window.location.search);
    for (const name of ["days", "from", "to"]) params.delete(name);
    for (const [name, value] of Object.entries(days)) params.set(name, value);
    const query = params.toString();
    navigate(query === "" ? pathname : `${pathname}?${query}`, { replace: true, keepScroll: true });
  };
  return {
    ...range,
    zone: ownTimeZone(),
    choosePreset: (preset) => {
      if (preset === "own") go({ from: range.from, to: range.to });
      else go(preset === "30" ? {} : { days: preset });
    },
    chooseDays: ({ from, to }) => go({ from, to }),
  };
}
