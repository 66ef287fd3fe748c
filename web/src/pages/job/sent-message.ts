import type { AgentSession } from "../../../../src/contract/jobs.ts";

/** A message on its way to the job: asked for, accepted by the server, given to the model. */
export type SentMessage = { key: string; text: string; state: "sending" | "accepted" | "read" };

type Known = { sent: SentMessage[]; session: AgentSession | undefined };

/** One key is one message, however often it has to be sent. */
export function announceMessage<View extends Known>(
  view: View,
  message: Pick<SentMessage, "key" | "text">,
): View {
  if (view.sent.some(({ key }) => key === message.key)) return view;
  return { ...view, sent: [...view.sent, { ...message, state: "sending" }] };
}

/** The stream may be ahead of the reply: what was read by then is left as it is. */
export function acceptMessage<View extends Known>(view: View, accepted: string): View {
  const message = view.sent.find(({ key }) => key === accepted);
  if (message?.state !== "sending") return view;
  const sent = stillCounting(view).map((one) =>
    one === message ? { ...one, state: "accepted" as const } : one,
  );
  return { ...view, sent, session: view.session && goingOn(view.session) };
}

/** The stream names no key, so the words tell which message the model was given. */
export function readSent(sent: SentMessage[], text: string): SentMessage[] {
  const inState = (state: SentMessage["state"]) =>
    sent.find((one) => one.state === state && one.text === text);
  const message = inState("accepted") ?? inState("sending");
  return sent.map((one) => (one === message ? { ...one, state: "read" } : one));
}

/** A job that was sent a message is about to work, whatever was known of it before. */
export function goingOn(session: AgentSession): AgentSession {
  if (!session.haulted) return session;
  return { ...session, haulted: false, haultReason: "processing", messageToUser: "" };
}

/** What a cancelled job had not read, it will not read in its next turn either. */
function stillCounting({ sent, session }: Known): SentMessage[] {
  if (session?.haultReason !== "interrupted") return sent;
  return sent.filter(({ state }) => state !== "accepted");
}
