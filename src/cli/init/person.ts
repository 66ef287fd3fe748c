import type { Readable } from "node:stream";
import { AppError } from "../../lib/app-error.ts";

/** Whoever answers questions: at a terminal, or with answers that are piped in. */
export type Person = {
  /** A line; what stands ready where it is empty. */
  ask(question: string, ready?: string): Promise<string>;
  /** A line that is not shown while it is typed. */
  askSecret(question: string): Promise<string>;
  /** Lets go of the input, which would keep the process alive. */
  leave(): void;
};

type Input = Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

const longestLine = 10_000;
/** What Ctrl-C and Ctrl-D send where the terminal does not act on them itself. */
const interrupts = ["\x03", "\x04"];
const ends = ["\r", "\n", ...interrupts];

type Reading = { text: string; hasEnded: boolean; wake(): void };

export function createPerson(input: Input, write: (text: string) => void): Person {
  const reading: Reading = { text: "", hasEnded: false, wake: () => undefined };
  input.setEncoding("utf8");
  input.on("data", (text: string) => {
    reading.text += text;
    if (reading.text.length > longestLine * 10) input.destroy();
    reading.wake();
  });
  for (const end of ["end", "close"])
    input.on(end, () => {
      reading.hasEnded = true;
      reading.wake();
    });
  const line = async (): Promise<string> => {
    for (;;) {
      const end = [...reading.text].findIndex((letter) => ends.includes(letter));
      if (end !== -1) {
        const letters = [...reading.text];
        const isPair = letters[end] === "\r" && letters[end + 1] === "\n";
        reading.text = letters.slice(end + (isPair ? 2 : 1)).join("");
        if (interrupts.includes(letters[end] ?? "")) throw stopped();
        return withoutErased(letters.slice(0, end)).slice(0, longestLine).trim();
      }
      if (reading.hasEnded) throw noAnswer();
      await new Promise<void>((resolve) => {
        reading.wake = resolve;
      });
    }
  };
  return {
    async ask(question, ready = "") {
      write(`${question}${ready === "" ? "" : ` [${ready}]`}: `);
      return (await line()) || ready;
    },
    async askSecret(question) {
      // Before the question: who types at once must not be shown either.
      if (input.isTTY) input.setRawMode?.(true);
      write(`${question} (it is not shown): `);
      try {
        return await line();
      } finally {
        if (input.isTTY) input.setRawMode?.(false);
        write("\n");
      }
    },
    leave: () => void input.destroy(),
  };
}

/** A raw terminal hands on what the backspace key sends. */
function withoutErased(typed: string[]): string {
  const kept: string[] = [];
  for (const letter of typed) {
    if (letter === "\x7f" || letter === "\b") kept.pop();
    else kept.push(letter);
  }
  return kept.join("");
}

function stopped(): AppError {
  return new AppError("conflict", "Stopped: nothing was written.");
}

function noAnswer(): AppError {
  return new AppError(
    "invalid_request",
    "There are no more answers on standard input: give the rest as flags, with --yes for what stands ready.",
  );
}
