import { remoteTip } from "../../git/remote/mirror.ts";
import { parseRemoteAddress } from "../../git/remote/remote-address.ts";
import { AppError } from "../../lib/app-error.ts";
import { tryModel } from "../../projects/settings/test-model.ts";
import type { Services } from "../services.ts";
import type { SettingValues } from "./settings-file.ts";

/** What came of trying something; the text says it to a person. */
export type Tried = { works: boolean; text: string };

/** Asks the model that these settings name for one word. */
export async function tryModelSettings(services: Services, values: SettingValues): Promise<Tried> {
  const { models } = await services.withSettings(values);
  const { ok, model, message, milliseconds } = await tryModel(
    models.answers({}),
    async () => undefined,
  );
  return { works: ok, text: ok ? `${model}: answers after ${milliseconds} ms.` : message };
}

/** Whether the address of a repository can be read, and what a token may do there. */
export async function tryRepository(
  services: Services,
  url: string,
  values: SettingValues,
): Promise<Tried> {
  const token = values.DOCENT_GIT_TOKEN;
  try {
    await remoteTip(url, {
      signal: limit(),
      ...(token !== undefined && { credentials: { url, token } }),
    });
    if (token === undefined) return { works: true, text: "Git reads it." };
    const host = await (await services.withSettings(values)).hostAt(url);
    if (host === undefined)
      return {
        works: true,
        text: "Docent knows no API of this host: git alone will use the token.",
      };
    const { account, canPush, canOpenPulls, missing } = await host.inspect(limit());
    const rights = [
      canPush ? "may push" : "may not push",
      canOpenPulls ? "may open pull requests" : "may not open pull requests",
    ];
    const said = `${host.repository.kind}: ${account || "the account"} reads it, ${rights.join(", ")}.`;
    return { works: missing.length === 0, text: [said, ...missing].join(" ") };
  } catch (error) {
    return failed(error);
  }
}

const mostMs = 20_000;

function limit(): AbortSignal {
  return AbortSignal.timeout(mostMs);
}

function failed(error: unknown): Tried {
  if (error instanceof AppError) return { works: false, text: error.message };
  if (error instanceof Error && error.name === "TimeoutError")
    return { works: false, text: `There was no answer within ${mostMs / 1_000} seconds.` };
  throw error;
}

/** The address of a repository on another machine; undefined for a folder. */
export function remoteUrl(docs: string): string | undefined {
  const remote = parseRemoteAddress(docs);
  return remote !== undefined && remote.protocol !== "file" ? remote.url : undefined;
}
