import { useState } from "react";
import type {
  ModelTest,
  ModelTestRequest,
  ProjectSettings,
} from "../../../../src/contract/project-settings.ts";
import { api } from "../../api.ts";
import { count, duration } from "../../format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../use-action.ts";

type ModelTestsProps = { domain: string; uses: ProjectSettings["uses"]; mayTest: boolean };

const rows = [
  { what: "sonnet", label: "sonnet" },
  { what: "opus", label: "opus" },
  { what: "embedder", label: "Embedder" },
] as const;

/** What is used, each with a button that makes one tiny real call. */
export function ModelTests({ domain, uses, mayTest }: ModelTestsProps) {
  return (
    <ul className="model-tests" aria-label="Models in use">
      {rows.map(({ what, label }) => (
        <ModelRow key={what} {...{ domain, what, label, mayTest }} model={uses[what]} />
      ))}
    </ul>
  );
}

type ModelRowProps = {
  domain: string;
  what: ModelTestRequest["what"];
  label: string;
  model: string;
  mayTest: boolean;
};

function ModelRow({ domain, what, label, model, mayTest }: ModelRowProps) {
  const [result, setResult] = useState<ModelTest | undefined>(undefined);
  const test = useAction(async () => {
    setResult(undefined);
    setResult(await api.testModel(domain, { what }));
  });
  return (
    <li>
      <div className="model-use">
        <span className="model-name">{label}</span>
        <span className="soft break">{model}</span>
        {mayTest && (
          <Button
            isSmall
            isBusy={test.isBusy}
            aria-label={`Test ${label}`}
            onClick={() => test.run()}
          >
            Test
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {test.error && <Notice tone="bad">{test.error}</Notice>}
        {result && (
          <Notice tone={result.ok ? "good" : "bad"} title={result.message}>
            <p className="soft">{resultText(result)}</p>
          </Notice>
        )}
      </div>
    </li>
  );
}

function resultText({ milliseconds, tokens }: ModelTest): string {
  const time = milliseconds > 0 ? `After ${duration(milliseconds)}` : "At once";
  return tokens > 0 ? `${time}, for ${count(tokens, "token")}.` : `${time}.`;
}
