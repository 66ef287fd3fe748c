import { type LiveEvent, liveEvent, type Versions, versionsEvent } from "../../contract/live.ts";
import { followVersions } from "../../projects/live/follow-versions.ts";
import { showVersions } from "../../projects/live/show-versions.ts";
import type { VersionWatch } from "../../projects/live/version-watch.ts";
import type { OpenStreams } from "../open-streams.ts";
import { type Caller, keyRoute, type Route, type RouteDocs, type RouteRequest } from "../route.ts";
import { type SseEvent, sse, wantsEvents } from "../sse.ts";

export type LiveRouteDeps = {
  watch: VersionWatch;
  keepAliveMs: number;
  streams: OpenStreams;
  /** The server is told to stop. */
  signal: AbortSignal;
};

export function liveRoutes(deps: LiveRouteDeps): Route[] {
  const handle = (asked: RouteRequest<unknown>, actor: Caller) => answer(deps, asked, actor);
  return [
    keyRoute({
      ...{ method: "get", path: "/v1/projects/{projectId}/events", access: "admin" },
      docs: projectDocs,
      handle,
    }),
    keyRoute({ method: "get", path: "/v1/events", access: "admin", docs: allDocs, handle }),
  ];
}

const brokenOff = "The stream broke off. Open it again: it begins with what there is now.";

async function answer(
  { watch, keepAliveMs, streams, signal }: LiveRouteDeps,
  { request, log }: RouteRequest<unknown>,
  actor: Caller,
): Promise<Response> {
  const { projectId } = actor;
  const first = await showVersions(watch, actor, projectId);
  if (!wantsEvents(request)) return Response.json(eventOf(first));
  const stream = streams.open(actor, { request, isTimed: true });
  const until = AbortSignal.any([stream.signal, signal]);
  const versions = followVersions(watch, actor, { projectId, signal: until });
  return sse(eventsOf(versions), {
    headers: {},
    keepAliveMs,
    withIds: false,
    faultEvent(error): LiveEvent {
      log.warn({ err: error }, "the stream of a project's versions broke off");
      return { type: "error", errorText: brokenOff };
    },
    onClose: stream.close,
  });
}

async function* eventsOf(all: AsyncGenerator<Versions>): AsyncGenerator<SseEvent> {
  for await (const versions of all) yield { seq: undefined, event: eventOf(versions) };
}

function eventOf(versions: Versions): LiveEvent {
  return { type: "versions", versions };
}

const tag = "Projects";
const responses: RouteDocs["responses"] = [
  {
    status: 200,
    description:
      "The versions as they are now; with `Accept: text/event-stream` a stream of them that begins with those.",
    contentType: "application/json",
    schema: versionsEvent,
    alsoAs: { "text/event-stream": liveEvent },
    example: { type: "versions", versions: { jobs: "b1kqzV0nQ3mSx7aT", keys: "0aYw3u8Jt5LrPd2e" } },
  },
];

const projectDocs: RouteDocs = {
  tag,
  summary: "Follow what changes in a project",
  description:
    "Says for the project, its sources, jobs, changes and keys by a short text what there is: another text than before means that the list is worth asking for again. A stream sends all of them when it opens and whenever one differs. It ends after ten minutes, or when the server stops: open it again.",
  responses,
};

const allDocs: RouteDocs = {
  tag,
  summary: "Follow what changes in the list of projects",
  description:
    "The same for the list of all projects, for whoever sees all of them in the dashboard; for a key it is about the key's own project.",
  responses,
};
