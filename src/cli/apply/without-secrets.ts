import { AppError } from "../../lib/app-error.ts";
import type { Invocation } from "../command.ts";

type Speaking = Pick<Invocation, "print" | "remark"> & {
  services: Pick<Invocation["services"], "given">;
};

const shortestHidden = 8;

/** Whatever the command says, and whoever sent it back: values that it took from the environment are not in it. */
export async function withoutSecrets<Covered extends Speaking>(
  invocation: Covered,
  run: (covered: Covered) => Promise<number>,
): Promise<number> {
  const { services, print, remark } = invocation;
  const secrets = new Set<string>();
  const hidden = (text: string) =>
    [...secrets].reduce((left, secret) => left.replaceAll(secret, "…"), text);
  const given = (name: string) => {
    const value = services.given(name);
    if (value.length >= shortestHidden) secrets.add(value);
    return value;
  };
  try {
    return await run({
      ...{ ...invocation, services: { ...services, given } },
      print: (line: string) => print(hidden(line)),
      remark: (line: string) => remark(hidden(line)),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = error.details.map((detail) => ({ ...detail, message: hidden(detail.message) }));
    throw new AppError(error.code, hidden(error.message), { details, cause: error });
  }
}
