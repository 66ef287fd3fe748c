import { type ReactNode, useState } from "react";
import { IconButton } from "./button.tsx";
import { Field } from "./field.tsx";

type PasswordFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: "new-password" | "current-password";
  hint?: ReactNode;
  error?: string;
  /** Whose password it is, for password managers; left out where the form asks for an email itself. */
  username?: string;
  /** The one field of a page that is nothing but this form. */
  isFirst?: boolean;
};

export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onChange, autoComplete, hint, error = "" } = props;
  const { username = "", isFirst = true } = props;
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy, isInvalid }) => (
        <div className="password">
          {/* Password managers file an entry under a name. */}
          {username && (
            <input type="hidden" name="username" autoComplete="username" value={username} />
          )}
          <input
            id={id}
            className="input"
            type={isShown ? "text" : "password"}
            name="password"
            autoComplete={autoComplete}
            // biome-ignore lint/a11y/noAutofocus: the first field of a page that is nothing but this form
            autoFocus={isFirst}
            required
            maxLength={1000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            aria-describedby={describedBy}
            aria-invalid={isInvalid || undefined}
          />
          <IconButton
            icon="eye"
            label={isShown ? "Hide password" : "Show password"}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
