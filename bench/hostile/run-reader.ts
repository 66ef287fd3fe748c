import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { answerParent } from "../report/run-child.ts";

export type ReaderInput = {
  url: string;
  domain: string;
  assistantKey: string;
  questions: string[];
  seconds: number;
  /** The owner's password, where the owner logs in meanwhile. */
  password?: string | undefined;
};

/** One that was refused, failed or was not answered counts with the time it took, and says why. */
export type Sample = { ms: number; fault?: string };
export type ReaderResult = {
  searches: Sample[];
  firstTexts: Sample[];
  questions: Sample[];
  logIns: Sample[];
  /** The longest that `/healthz` took on a connection that was open already. */
  blockedMs: number;
};

const readerAddress = "127.0.0.2";
const ownerAddress = "127.0.0.4";
const searchEveryMs = 400;
const askEveryMs = 1_000;
/** Five log-ins a minute are allowed. */
const logInEveryMs = 13_000;
const healthPauseMs = 20;
/** How long an answer is waited for after the last question was asked. */
const patienceMs = 20_000;

answerParent(async (input: ReaderInput): Promise<ReaderResult> => {
  const result: ReaderResult = {
    searches: [],
    firstTexts: [],
    questions: [],
    logIns: [],
    blockedMs: 0,
  };
  const until = performance.now() + input.seconds * 1_000;
  const reader = { input, until, last: AbortSignal.timeout(input.seconds * 1_000 + patienceMs) };
  const health = watchHealth(reader);
  await Promise.all([
    repeat(reader, searchEveryMs, async (count) => {
      result.searches.push((await call(reader, searchOf(input, count))).whole);
    }),
    repeat(reader, askEveryMs, async (count) => {
      const { first, whole } = await call(reader, questionOf(input, count));
      result.firstTexts.push(first);
      result.questions.push(whole);
    }),
    input.password === undefined
      ? undefined
      : repeat(reader, logInEveryMs, async () => {
          result.logIns.push((await call(reader, logInOf(input))).whole);
        }),
  ]);
  result.blockedMs = await health;
  return result;
});

type Reader = { input: ReaderInput; until: number; last: AbortSignal };
type Call = {
  path: string;
  headers: Record<string, string>;
  body: unknown;
  from: string;
  status: number;
  /** What stands in the piece of the reply that the reader waits for. */
  awaited: string;
};

/** By the clock and not one after the other: who waits for one reply still sends the next request in time. */
async function repeat(
  { until }: Reader,
  everyMs: number,
  turn: (count: number) => Promise<void>,
): Promise<void> {
  const running: Promise<void>[] = [];
  const begun = performance.now();
  for (let count = 0; begun + count * everyMs < until; count += 1) {
    await sleep(Math.max(0, begun + count * everyMs - performance.now()));
    running.push(turn(count));
  }
  await Promise.all(running);
}

function pick({ questions }: ReaderInput, count: number): string {
  return questions[count % questions.length] ?? "How do I begin?";
}

function searchOf(input: ReaderInput, count: number): Call {
  const path = `/discovery/v1/search/${input.domain}`;
  const body = { query: pick(input, count), pageSize: 5 };
  return { path, headers: {}, body, from: readerAddress, status: 200, awaited: "" };
}

function questionOf(input: ReaderInput, count: number): Call {
  const parts = [{ type: "text", text: pick(input, count * 7) }];
  return {
    path: `/discovery/v2/assistant/${input.domain}/message`,
    headers: { authorization: `Bearer ${input.assistantKey}` },
    body: { messages: [{ role: "user", parts }], fp: `reader-${count}` },
    from: readerAddress,
    status: 200,
    awaited: '"text-delta"',
  };
}

function logInOf({ password }: ReaderInput): Call {
  const headers = { "x-docent-dashboard": "1" };
  const from = ownerAddress;
  return { path: "/auth/login", headers, body: { password }, from, status: 204, awaited: "" };
}

type Timed = { first: Sample; whole: Sample };

/** On a connection of its own, as somebody who has just opened the site. */
function call({ input, last }: Reader, sent: Call): Promise<Timed> {
  const started = performance.now();
  const sample = (fault?: string): Sample => {
    const ms = performance.now() - started;
    return fault === undefined ? { ms } : { ms, fault };
  };
  return new Promise((resolve) => {
    let first: Sample | undefined;
    const end = (fault?: string) => {
      const whole = sample(fault);
      resolve({ first: first ?? whole, whole });
    };
    const outgoing = post(input.url, sent, last, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (piece: string) => {
        text += piece;
        if (first === undefined && text.includes(sent.awaited)) first = sample();
      });
      reply.once("error", (error) => end(error.message));
      reply.once("end", () => end(faultOf(reply, text, sent)));
    });
    outgoing.once("error", (error) => end(last.aborted ? "not answered" : error.message));
  });
}

function post(
  url: string,
  { path, headers, body, from }: Call,
  signal: AbortSignal,
  onReply: (reply: IncomingMessage) => void,
): ClientRequest {
  const outgoing = request(
    `${url}${path}`,
    {
      method: "POST",
      agent: false,
      localAddress: from,
      headers: { "content-type": "application/json", ...headers },
      signal,
    },
    onReply,
  );
  outgoing.end(JSON.stringify(body));
  return outgoing;
}

function faultOf(reply: IncomingMessage, text: string, sent: Call): string | undefined {
  if (reply.statusCode !== sent.status) return `${reply.statusCode} ${sentenceIn(text)}`;
  if (text.includes('"type":"error"')) return sentenceIn(text);
  return text.includes(sent.awaited) ? undefined : "no text";
}

function sentenceIn(text: string): string {
  return /"error(?:Text)?":"([^"]*)"/.exec(text)?.[1] ?? "";
}

async function watchHealth({ input, until, last }: Reader): Promise<number> {
  const agent = new Agent({ keepAlive: true, localAddress: readerAddress, maxSockets: 1 });
  let longest = 0;
  while (performance.now() < until) {
    const started = performance.now();
    await new Promise<void>((resolve) => {
      const get = request(`${input.url}/healthz`, { agent, signal: last }, (reply) => {
        reply.once("close", resolve).resume();
      });
      get.once("error", () => resolve()).end();
    });
    longest = Math.max(longest, performance.now() - started);
    await sleep(healthPauseMs);
  }
  agent.destroy();
  return longest;
}
