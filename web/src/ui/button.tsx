import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "../router.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

type Look = "primary" | "plain" | "quiet" | "danger";

type ButtonProps = ComponentProps<"button"> & {
  look?: Look;
  icon?: IconName;
  isBusy?: boolean;
  isSmall?: boolean;
};

export function Button(props: ButtonProps) {
  const { look = "plain", icon, isBusy = false, isSmall, children, className, ...rest } = props;
  // A disabled button would lose the focus while it works; this one keeps it and does nothing.
  const busy = isBusy && { "aria-disabled": true, "aria-busy": true, onClick: doNothing };
  return (
    <button type="button" className={classes(look, isSmall, className)} {...rest} {...busy}>
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type LinkButtonProps = { to: string; look?: Look; icon?: IconName; isSmall?: boolean };

export function LinkButton(props: LinkButtonProps & { children: ReactNode }) {
  const { to, look = "plain", icon, isSmall, children } = props;
  return (
    <Link to={to} className={classes(look, isSmall)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

type IconButtonProps = ComponentProps<"button"> & { icon: IconName; label: string };

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className ?? ""}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Also keeps a form from being sent a second time with Enter, which presses its button. */
function doNothing(event: MouseEvent) {
  event.preventDefault();
}

function classes(look: Look, isSmall = false, extra = ""): string {
  return `button button-${look} ${isSmall ? "button-small" : ""} ${extra}`.trim();
}
