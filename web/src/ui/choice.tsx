import { type ReactNode, useId } from "react";

type Option<T extends string> = { value: T; label: ReactNode; hint?: string };

type ChoiceProps<T extends string> = {
  legend: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
};

/** One of a few, each with a sentence: radio buttons that look like cards. */
export function ChoiceCards<T extends string>({
  legend,
  options,
  value,
  onChange,
}: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="choice-cards">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice-card">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className="choice-label">{option.label}</span>
            <span className="choice-hint">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** One of a few short words, side by side. */
export function Segments<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment" title={option.hint}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
