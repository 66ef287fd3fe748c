import { type PeopleScreen, peopleScreens } from "../routes.ts";
import { useMay } from "../use-may.ts";

/** The pages about people that whoever is logged in may see. */
export function usePeopleScreens(): PeopleScreen[] {
  const isOwner = useMay("owner");
  return peopleScreens.filter((screen) => screen === "account" || isOwner);
}
