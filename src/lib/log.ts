import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

export type LogSettings = { level: string; format: "json" | "pretty" };

/** JSON lines for machines, one readable line per entry for people. Everything goes to standard error: standard output is the command's own. */
export function createLog(settings: LogSettings, out: DestinationStream = process.stderr): Log {
  const destination = settings.format === "pretty" ? readable(out) : out;
  return pino(
    {
      level: settings.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ["authorization", "key", "headers.authorization"], censor: "[redacted]" },
    },
    destination,
  );
}

function readable(out: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { time, level, msg, err, ...rest } = JSON.parse(line);
      const fields = Object.entries(rest).map(([name, value]) => `${name}=${fieldText(value)}`);
      const head = `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${fieldText(msg ?? "")}`;
      out.write(`${[head, ...fields].join("  ")}\n${errorText(err)}`);
    },
  };
}

/** Lines of an error stand in from the edge: none can pass for an entry of its own. */
function errorText(error: unknown): string {
  if (error === undefined || error === null) return "";
  const { stack, message }: { stack?: unknown; message?: unknown } = Object(error);
  const text = stack ?? message ?? error;
  const lines = typeof text === "string" ? text.split("\n") : [text];
  return lines.map((line) => `  ${fieldText(line)}\n`).join("");
}

/** What others wrote may hold line breaks and terminal commands. */
function fieldText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
