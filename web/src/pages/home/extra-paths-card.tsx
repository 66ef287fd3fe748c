import { lazy, Suspense, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useMay } from "../../use-may.ts";

const ExtraPathsDialog = lazy(async () => ({
  default: (await import("./extra-paths-dialog.tsx")).ExtraPathsDialog,
}));

type ExtraPathsCardProps = { project: ProjectSummary; refreshProject: () => Promise<void> };

/** What jobs may write, and what the owner has allowed besides. */
export function ExtraPathsCard({ project, refreshProject }: ExtraPathsCardProps) {
  const mayChange = useMay("owner");
  const [isChanging, setChanging] = useState(false);
  const { extraPaths } = project;
  const button = mayChange && (
    <Button isSmall onClick={() => setChanging(true)}>
      Change
    </Button>
  );
  return (
    <Card title="What jobs may write" aside={button}>
      <p className="soft">
        {extraPaths.length === 0
          ? "The docs alone: texts, data, images and navigation."
          : "The docs, and besides them:"}
      </p>
      {extraPaths.length > 0 && (
        <ul className="extra-paths mono" aria-label="Extra paths">
          {extraPaths.map((path) => (
            <li key={path} className="break">
              {path}
            </li>
          ))}
        </ul>
      )}
      {isChanging && (
        <Suspense>
          <ExtraPathsDialog
            project={project}
            onClose={() => setChanging(false)}
            onSaved={refreshProject}
          />
        </Suspense>
      )}
    </Card>
  );
}
