type Keys = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">;

/** Whether keys are the wanted ones: `mod+i`, `ctrl+shift+k`, `/`. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function isHotkey(hotkey: string, pressed: Keys, isMac: boolean): boolean {
  const parts = hotkey.toLowerCase().split("+");
  const key = parts.pop() ?? "";
  const has = (name: string) => parts.includes(name);
  const wantsMeta = has("meta") || has("cmd") || (has("mod") && isMac);
  const wantsControl = has("ctrl") || (has("mod") && !isMac);
  return (
    key !== "" &&
    pressed.key.toLowerCase() === key &&
    pressed.metaKey === wantsMeta &&
    pressed.ctrlKey === wantsControl &&
    pressed.altKey === has("alt") &&
    (pressed.shiftKey === has("shift") || !/^[a-z]$/.test(key))
  );
}

/** Whether keys belong to what has the focus: a single sign to any field, others to editors, where ⌘I makes italics. */
export function isTyped(hotkey: string, target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const fields = hotkey.includes("+") ? "textarea" : "input, textarea, select";
  return target.isContentEditable || target.matches(fields);
}
