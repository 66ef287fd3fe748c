import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { Share, StatsResult } from "../../../../src/contract/insights/analytics.ts";
import { api } from "../../api.ts";
import { number } from "../../format.ts";
import { useResource } from "../../resource.tsx";
import { Link } from "../../router.tsx";
import { Card } from "../../ui/card.tsx";
import { shareText } from "./compare-figures.ts";
import { useQuestionLink } from "./figure-strip.tsx";

const mostShown = 8;

/** Where questions come from, and which models answer them. */
export function ShareTables({ project, stats }: { project: ProjectSummary; stats: StatsResult }) {
  const names = useKeyNames(project);
  const whole = stats.total.questions;
  if (whole === 0) return null;
  return (
    <div className="plots">
      <ShareTable
        {...{ project, whole }}
        title="By key"
        filter="key"
        shares={stats.keys}
        nameOf={(id) => names.get(id) ?? (id || "No key")}
      />
      <ShareTable
        {...{ project, whole }}
        title="By model"
        filter="model"
        shares={stats.models}
        nameOf={(model) => model || "None yet"}
      />
    </div>
  );
}

/** Keys are many: the first hundred have their names, others their ids. */
export function useKeyNames(project: ProjectSummary): Map<string, string> {
  const { data } = useResource(`key names ${project.id}`, () =>
    api.keys(project.id, { limit: "100" }),
  );
  const names = new Map(data?.keys.map(({ id, label, hint }) => [id, label || `…${hint}`]) ?? []);
  // What is asked in the reader comes with a pass, under an id made of the project's.
  return names.set(project.id.replace(/^prj_/, "rdr_"), "The reader");
}

type ShareTableProps = {
  project: ProjectSummary;
  title: string;
  filter: "key" | "model";
  shares: Share[];
  whole: number;
  nameOf: (name: string) => string;
};

function ShareTable({ project, title, filter, shares, whole, nameOf }: ShareTableProps) {
  const link = useQuestionLink(project);
  return (
    <Card title={title} isFlush>
      <table className="table shares">
        <thead>
          <tr>
            <th scope="col">{filter === "key" ? "Key" : "Model"}</th>
            <th scope="col">Questions</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shares.slice(0, mostShown).map(({ name, questions }) => (
            <tr key={name}>
              <th scope="row">
                {name ? <Link to={link({ [filter]: name })}>{nameOf(name)}</Link> : nameOf(name)}
              </th>
              <td data-label="Questions">{number(questions)}</td>
              <td data-label="Share">{shareText(questions, whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shares.length > mostShown && (
        <p className="share-rest field-note">{number(shares.length - mostShown)} more</p>
      )}
    </Card>
  );
}
