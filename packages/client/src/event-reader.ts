import { DocentError } from "./docent-error.ts";

export type Arrived = { id: string; data: string };

/** In characters. Far more than any event of the server has. */
const longestEvent = 8_000_000;

/** Takes a stream's text piece by piece and gives the events that each completes. Lines end with LF, CRLF or CR, and every piece is looked at once. */
export function createEventReader(): (piece: string) => Generator<Arrived> {
  let line = "";
  let event: { id: string; data: string[]; size: number } = { id: "", data: [], size: 0 };
  let endsInReturn = false;
  return function* eventsIn(piece) {
    if (piece === "") return;
    const text = endsInReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    endsInReturn = piece.endsWith("\r");
    const parts = text.replace(/\r\n?/g, "\n").split("\n");
    const begun = parts.pop() ?? "";
    for (const part of parts) {
      add(part);
      const { id, data } = event;
      if (line !== "") takeLine(line);
      else {
        event = { id: "", data: [], size: 0 };
        if (data.length > 0) yield { id, data: data.join("\n") };
      }
      line = "";
    }
    add(begun);
  };

  function add(part: string): void {
    event.size += part.length + 1;
    if (event.size > longestEvent)
      throw new DocentError("protocol", "An event of the stream is too long.");
    line += part;
  }

  function takeLine(whole: string): void {
    const [name = ""] = whole.split(":", 1);
    const value = whole.slice(name.length + 1).replace(/^ /, "");
    if (name === "data") event.data.push(value);
    if (name === "id") event.id = value;
  }
}
