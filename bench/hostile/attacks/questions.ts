import { randomUUID } from "node:crypto";
import type { Attack, Target } from "../attack.ts";
import { ask, keepBusy, questionBody, searchFor, send } from "../send.ts";

const mebibyte = 1_048_576;
/** As long as a question may be, with the words around it still below the largest body. */
const large = mebibyte - 2_000;
const allowed = 8_000;

const prose = "how do I set up the key of a project and rotate it without an outage for readers ";

/** Texts of the allowed length in the shapes that readers of text find hardest. */
const shapes: string[] = [
  fill("what is "),
  fill(prose),
  fill("a"),
  fill("a "),
  fill("?"),
  fill("``` "),
  fill("[x](y "),
  fill('"'),
  fill("the of and "),
  fill("key "),
  fill("サービスの鍵を作る"),
  fill("e\u0301"),
  fill("a-b_c.d/e:"),
  fill("12.34.56 "),
  fill("\u2028 "),
  fill("not without never "),
  Array.from({ length: 1_500 }, (_, place) => `w${place.toString(36)}`)
    .join(" ")
    .slice(0, allowed),
];

function fill(piece: string, length = allowed): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

function shape(count: number): string {
  return shapes[count % shapes.length] ?? "";
}

const hugeWhatIs = questionBody(fill("what is ", large));
const hugeProse = questionBody(fill(prose, large));

export const questionAttacks: Attack[] = [
  {
    name: "huge-question",
    what: "1 MB of `what is `, one at a time",
    run: (target, load) => keepBusy(load, 1, () => send(target, load, ask(target, hugeWhatIs))),
  },
  {
    name: "forty-huge",
    what: "forty questions of 1 MB at once",
    run: (target, load) => keepBusy(load, 40, () => send(target, load, ask(target, hugeProse))),
  },
  {
    name: "forty-long",
    what: "forty questions of 8,000 characters at once, of 17 shapes",
    run: (target, load) =>
      keepBusy(load, 40, (count) => send(target, load, ask(target, questionBody(shape(count))))),
  },
  {
    name: "forty-searches",
    what: "forty searches for 2,000 characters at once, of the same shapes",
    run: (target, load) =>
      keepBusy(load, 40, (count) =>
        send(target, load, searchFor(target, searchBody(shape(count).slice(0, 2_000)))),
      ),
  },
  {
    name: "huge-thread",
    what: "one thread of questions of 1 MB",
    run: (target, load) =>
      oneThread(target, (text) => send(target, load, text), load.isOver, large),
  },
  {
    name: "long-thread",
    what: "four threads of questions of 8,000 characters",
    async run(target, load) {
      const thread = () =>
        oneThread(target, (text) => send(target, load, text), load.isOver, allowed);
      await Promise.all(Array.from({ length: 4 }, thread));
    },
  },
  {
    name: "abandoned",
    what: "questions whose reader leaves when the answer begins",
    run: (target, load) =>
      keepBusy(load, 40, (count) =>
        send(target, load, {
          ...ask(target, questionBody(shape(count), { fp: `reader-${count}` })),
          onReply: (reply) => reply.destroy(),
        }),
      ),
  },
];

function searchBody(query: string): string {
  return JSON.stringify({ query, pageSize: 50 });
}

async function oneThread(
  target: Target,
  put: (sent: ReturnType<typeof ask>) => Promise<void>,
  isOver: () => boolean,
  length: number,
): Promise<void> {
  const id = randomUUID();
  const body = questionBody(fill(prose, length), { id, fp: id });
  while (!isOver()) await put(ask(target, body));
}
