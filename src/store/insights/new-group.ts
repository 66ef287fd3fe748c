/** A group that is just opened, before its questions are looked at. */
export function newGroup(group: { id: string; projectId: string; at: string }) {
  const { at, ...place } = group;
  return {
    ...{ ...place, ...emptyGroup },
    ...{ stateSince: at, firstAskedAt: at, lastAskedAt: at, createdAt: at },
  };
}

/** How its story begins. */
export function openedEvent(groupId: string, at: string) {
  return {
    ...{ groupId, at, kind: "opened" as const },
    ...{ seq: 1, actor: "", text: "", jobId: "", changeNumber: 0 },
  };
}

const emptyGroup = {
  state: "open" as const,
  ...{ name: "", groupWords: [], language: "", note: "", size: 0, unanswered: 0, thumbsDown: 0 },
  ...{ exampleIds: [], nearestPage: null, pageRevisionId: "", mergedInto: "", isStale: true },
};
