import { type FormEvent, useState } from "react";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

export function QuickAsk({ domain }: { domain: string }) {
  const { navigate } = useRouter();
  const [question, setQuestion] = useState("");
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const text = question.trim();
    if (text) navigate(paths.section(domain, "ask"), { state: { question: text } });
  };
  return (
    <form className="quick-ask" onSubmit={ask}>
      <Icon name="chat" />
      <input
        type="text"
        aria-label="Ask the docs"
        placeholder="Ask the docs a question, as a reader would"
        maxLength={4000}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <Button type="submit" look="primary" isSmall disabled={question.trim() === ""}>
        Ask
      </Button>
    </form>
  );
}
