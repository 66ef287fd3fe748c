import { useState } from "react";
import { languages } from "../../../../widget/languages/language-for.ts";
import { languageName } from "../../../format.ts";
import { Segments } from "../../../ui/choice.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { siteCheck } from "./site-check.ts";
import { WidgetPreview } from "./widget-preview.tsx";
import { plainChoice, type WidgetChoice, widgetHtml, widgetReact } from "./widget-snippet.ts";
import "./widget-setup.css";

type WidgetSetupProps = {
  domain: string;
  /** As it stands in the snippet: of a key that is not shown any more, its beginning alone. */
  shownKey: string;
  origins: string[];
};

/** How the chat looks on a site: choose, see it, copy the line that brings it there. */
export function WidgetSetup({ domain, shownKey, origins }: WidgetSetupProps) {
  const [choice, setChoice] = useState(plainChoice);
  const [form, setForm] = useState<"HTML" | "React">("HTML");
  const place = { address: window.location.origin, domain, key: shownKey };
  const text = form === "HTML" ? widgetHtml(place, choice) : widgetReact(place, choice);
  return (
    <div className="widget-setup">
      <div className="widget-stage">
        <WidgetFields choice={choice} change={(part) => setChoice({ ...choice, ...part })} />
        <WidgetPreview domain={domain} choice={choice} />
      </div>
      <div className="snippets-head">
        <h3>Into every page</h3>
        <Segments
          legend="Form of the snippet"
          options={[
            { value: "HTML", label: "HTML" },
            { value: "React", label: "React" },
          ]}
          value={form}
          onChange={setForm}
        />
      </div>
      <CodeBlock
        text={text}
        language={form === "HTML" ? "plain" : "script"}
        label={form === "HTML" ? "HTML" : "React component"}
      />
      <SiteField origins={origins} />
    </div>
  );
}

type WidgetFieldsProps = { choice: WidgetChoice; change: (part: Partial<WidgetChoice>) => void };

const modes = { button: "Button", modal: "Dialog", panel: "Side panel", inline: "In the page" };
const positions = { right: "Right", left: "Left" };
const themes = { auto: "Like the page", light: "Light", dark: "Dark" };

function WidgetFields({ choice, change }: WidgetFieldsProps) {
  return (
    <div className="widget-fields">
      <Choose
        label="Shown as"
        names={modes}
        value={choice.mode}
        onChange={(mode) => change({ mode })}
      />
      <Choose
        label="Side"
        names={positions}
        value={choice.position}
        onChange={(position) => change({ position })}
      />
      <Choose
        label="Colours"
        names={themes}
        value={choice.theme}
        onChange={(theme) => change({ theme })}
      />
      <Choose
        label="Language"
        names={languageNames()}
        value={choice.language}
        onChange={(language) => change({ language })}
      />
      <AccentField accent={choice.accent} onChange={(accent) => change({ accent })} />
    </div>
  );
}

type ChooseProps<T extends string> = {
  label: string;
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
};

function Choose<T extends string>({ label, names, value, onChange }: ChooseProps<T>) {
  const isOne = (text: string): text is T => Object.hasOwn(names, text);
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => isOne(target.value) && onChange(target.value)}
    >
      {Object.entries<string>(names).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Each in its own words, as readers look for it. */
function languageNames(): Record<string, string> {
  const names = languages.map((tag) => [tag, languageName(tag)]);
  return { "": "Like the page", ...Object.fromEntries(names) };
}

function AccentField({ accent, onChange }: { accent: string; onChange: (to: string) => void }) {
  return (
    <TextField
      label="Brand colour"
      isOptional
      className="input mono"
      placeholder="#0f766e"
      maxLength={40}
      spellCheck={false}
      value={accent}
      error={accent === "" || CSS.supports("color", accent) ? "" : "This is no colour of CSS."}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}

/** A key that is limited to origins is refused elsewhere, which a page sees as a chat that does not work. */
function SiteField({ origins }: { origins: string[] }) {
  const [site, setSite] = useState("");
  const check = siteCheck(site, origins);
  const rule =
    origins.length === 0
      ? "Any site may use this key. To keep it to yours, create one with allowed origins."
      : `Pages of ${origins.join(", ")} may use this key.`;
  return (
    <TextField
      label="Will it work on my site?"
      placeholder="https://docs.acme.com/guide"
      inputMode="url"
      spellCheck={false}
      value={site}
      onChange={(event) => setSite(event.target.value)}
      hint={check.state === "allowed" ? `Yes: pages of ${check.origin} may use this key.` : rule}
      error={
        check.state === "refused"
          ? `No: ${check.origin} is not among the allowed origins of this key. Create a key with it.`
          : check.state === "unreadable"
            ? "Type the address of a page, such as https://docs.acme.com/guide."
            : ""
      }
    />
  );
}
