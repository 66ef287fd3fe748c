import { readItem, type Shelf } from "../conversation/kept-conversation.ts";

const key = "docent-widget:consent";

export type Consent = ReturnType<typeof createConsent>;

/** Whether questions may be sent and the conversation kept. Where the site asks for no consent it is given. */
export function createConsent(isRequired: () => boolean, shelf = localShelf()) {
  let isGiven = readItem(shelf, key) === "given";
  return {
    isGiven: () => isGiven || !isRequired(),
    set(given: boolean): void {
      isGiven = given;
      if (isRequired()) write(shelf, given ? "given" : "");
    },
    /** Where things may be kept now. */
    shelf: () => (isGiven || !isRequired() ? shelf : undefined),
  };
}

function write(shelf: Shelf | undefined, value: string): void {
  try {
    if (value === "") shelf?.removeItem(key);
    else shelf?.setItem(key, value);
  } catch {
    // Without storage it holds as long as the page.
    return;
  }
}

/** Frames that are cut off from their site may not even look at it. */
function localShelf(): Shelf | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
