export type Encoding = "br" | "gzip";

/** The first of these that the client takes; undefined: it wants the bytes as they are. */
export function acceptedEncoding(
  request: Request,
  offered: readonly Encoding[],
): Encoding | undefined {
  const accepted = new Set(
    (request.headers.get("accept-encoding") ?? "")
      .toLowerCase()
      .split(",", mostNamed)
      .map((part) => part.split(";").map((text) => text.trim()))
      .filter(([, weight]) => weight === undefined || !isNone(weight))
      .map(([name]) => name),
  );
  return offered.find((encoding) => accepted.has(encoding));
}

const mostNamed = 20;

function isNone(weight: string): boolean {
  return weight.startsWith("q=") && Number(weight.slice(2)) === 0;
}
