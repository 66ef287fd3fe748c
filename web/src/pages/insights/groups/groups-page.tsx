import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import { Card } from "../../../ui/card.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { InsightsFrame } from "../insights-frame.tsx";

/** What readers ask for and the docs lack, in groups; `groupId` names the one that is open, "" for the list. */
export function GroupsPage({ project }: { project: ProjectSummary; groupId: string }) {
  return (
    <InsightsFrame project={project} tab="groups">
      <Card>
        <Empty icon="chat" title="No groups yet">
          <p>Questions that the docs do not answer are gathered here as readers ask them.</p>
        </Empty>
      </Card>
    </InsightsFrame>
  );
}
