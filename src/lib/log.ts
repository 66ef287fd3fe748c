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
      const { time, level, msg, ...rest } = JSON.parse(line);
      const error = rest.err?.stack ?? rest.err?.message;
      delete rest.err;
      const fields = Object.entries(rest).map(([name, value]) => `${name}=${fieldText(value)}`);
      const head = `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${msg ?? ""}`;
      out.write(`${[head, ...fields].join("  ")}\n${error ? `${error}\n` : ""}`);
    },
  };
}

function fieldText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
