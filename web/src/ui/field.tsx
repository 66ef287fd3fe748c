import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string;
  isOptional?: boolean;
  children: (ids: { id: string; describedBy: string; isInvalid: boolean }) => ReactNode;
};

/** A label, its control, and what is to be said about it. */
export function Field({ label, hint, error, isOptional = false, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="optional">optional</span>}
      </label>
      {children({ id, describedBy: note, isInvalid: Boolean(error) })}
      <div id={note} className={error ? "field-note field-error" : "field-note"}>
        {error || hint}
      </div>
    </div>
  );
}

type Described = { label: string; hint?: ReactNode; error?: string; isOptional?: boolean };

export function TextField(props: Described & ComponentProps<"input">) {
  const { label, hint, error = "", isOptional = false, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {({ id, describedBy, isInvalid }) => (
        <input
          id={id}
          className="input"
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          {...rest}
        />
      )}
    </Field>
  );
}

export function TextArea(props: Described & ComponentProps<"textarea">) {
  const { label, hint, error = "", isOptional = false, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {({ id, describedBy, isInvalid }) => (
        <textarea
          id={id}
          className="input"
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          {...rest}
        />
      )}
    </Field>
  );
}

export function SelectField(props: Described & ComponentProps<"select">) {
  const { label, hint, error = "", isOptional = false, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {({ id, describedBy }) => (
        <div className="select">
          <select id={id} className="input" aria-describedby={describedBy} {...rest} />
          <Icon name="down" size={14} />
        </div>
      )}
    </Field>
  );
}

export function CheckField({ label, hint, ...rest }: Described & ComponentProps<"input">) {
  const id = useId();
  return (
    <div className="check">
      <input id={id} type="checkbox" aria-describedby={`${id}-note`} {...rest} />
      <label htmlFor={id}>{label}</label>
      <div id={`${id}-note`} className="field-note">
        {hint}
      </div>
    </div>
  );
}
