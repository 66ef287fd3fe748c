import { sweepJobLogs } from "../../agent/jobs/sweep-job-logs.ts";
import { sweepAnswers } from "../../analytics/drop-old-answers.ts";
import { cutAbandonedAnswers } from "../../assistant/log/cut-answer.ts";
import type { NodeRole } from "../../config/node-role.ts";
import { sweepRefs } from "../../ingest/sweep-refs.ts";
import { dataPlaces } from "../../lib/data-folder.ts";
import { repeat } from "../../lib/repeat.ts";
import { sweepActs } from "../../members/sweep-acts.ts";
import { connectNewSources } from "../../projects/connections/connect-new-sources.ts";
import { sweepMirrors } from "../../projects/tidy-mirrors.ts";
import { startNodeBeat } from "../../store/nodes/node-beat.ts";
import { connectionsOf } from "../connections.ts";
import type { Node } from "../create-node.ts";
import type { Parts } from "../parts.ts";
import { keepDaysOf } from "../project-limits.ts";

const cutMs = 10_000;

export type Sweeps = { stop(): Promise<unknown> };

/** Starts what a node does beside its requests, by its roles. What it keeps in its own folder it tidies in every role. */
export async function startBackgroundWork(parts: Parts, node: Node): Promise<Sweeps> {
  const { config, db, clock, log } = parts;
  const { mirrors: mirrorFolder } = dataPlaces(config.dataFolder);
  node.settings.start();
  const sweeps: Sweeps[] = [
    startNodeBeat({ db, clock, log }),
    sweepMirrors({ db, log, mirrorFolder }),
  ];
  for (const role of config.roles) sweeps.push(...(await starts[role](parts, node)));
  return { stop: () => Promise.all(sweeps.map((one) => one.stop())) };
}

const starts: Record<NodeRole, (parts: Parts, node: Node) => Promise<Sweeps[]>> = {
  async api({ db, clock, log }) {
    const cut = repeat(async () => void (await cutAbandonedAnswers(db, clock.now())), {
      pauseMs: cutMs,
      onError: (err) => log.warn({ err }, "could not close abandoned answers"),
    });
    cut.start();
    return [cut];
  },
  async worker({ db, clock, log, config }, node) {
    await node.jobs.startWorker();
    node.answers.start();
    node.automations.start();
    node.grouping.start();
    node.groupWatcher.start();
    const logs = sweepJobLogs({ db, clock, log }, config.keepJobLogsDays);
    logs.start();
    return [
      sweepAnswers({ db, clock, log }, (project) => keepDaysOf(node.live, project)),
      sweepActs({ db, clock, log }, config.keepActivityDays),
      logs,
    ];
  },
  async sync(parts, node) {
    const { db, clock, log } = parts;
    node.poller.start();
    node.deliveries.start();
    node.pulls.start();
    node.vectors?.start();
    connectNewSources({ ...connectionsOf(parts), log }).catch((err) =>
      log.debug({ err }, "could not set up webhooks for new sources"),
    );
    return [sweepRefs({ db, clock, log })];
  },
};
