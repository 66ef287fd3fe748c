import { flushCompileCache } from "node:module";
import { createCheckoutThreads } from "../src/agent/checkout/checkout-threads.ts";
import { createAutomationRunner } from "../src/automations/fire/automation-runner.ts";
import { automationParts } from "../src/compose/automations.ts";
import { createJobs } from "../src/compose/create-jobs.ts";
import { sharedOf } from "../src/compose/parts.ts";
import { loadConfig } from "../src/config/read-config.ts";
import { systemClock } from "../src/lib/clock.ts";
import { createLog } from "../src/lib/log.ts";
import { createModels } from "../src/models/providers/create-models.ts";
import { bundledEmbedder } from "../src/models/vectors/static/embedder.ts";
import { openDatabase } from "../src/store/database.ts";
import { createStoreWake } from "../src/store/store-wake.ts";

/** A process of its own that does nothing but work on jobs, and fire automations where it is told to, with the settings of its environment; made to be killed. */
const config = loadConfig(process.env, {}, false);
const log = createLog(config.log);
const embedder = bundledEmbedder();
const db = await openDatabase(config.store);
const models = createModels(config.models);
const parts = { config, log, clock: systemClock, models, db, embedder };
const { CHECKOUT_PROGRAM: program } = process.env;
const checkoutThreads = createCheckoutThreads(program ? { program: new URL(program) } : {});
const shared = { ...sharedOf(parts), wake: createStoreWake(db, log), checkoutThreads };
const jobs = createJobs(shared, config.publicUrl ?? "http://docent.test", () => undefined);
await jobs.startWorker();
if (process.env.WITH_AUTOMATIONS) createAutomationRunner(automationParts(shared, jobs)).start();
process.once("SIGTERM", () => void jobs.worker.drain(0).then(() => process.exit(0)));
// A process that is killed leaves no cache behind by itself, and the next one shall start faster.
flushCompileCache();
process.stdout.write("working\n");
