import type { ForgeEvent, ForgeHook, ForgeState } from "./forge-types.ts";

export type SentDelivery = { headers: Record<string, string>; body: string };

/** Sends what happens to the webhooks, as a forge does: once, and whatever the answer is. */
export function deliverEvents(
  state: ForgeState,
  describe: (event: ForgeEvent, hook: ForgeHook) => SentDelivery | undefined,
): void {
  state.onEvent.push((event) => {
    for (const hook of state.hooks) {
      const delivery = describe(event, hook);
      if (delivery === undefined) continue;
      const headers = { "content-type": "application/json", ...delivery.headers };
      fetch(hook.url, { method: "POST", headers, body: delivery.body }).catch(() => undefined);
    }
  });
}
