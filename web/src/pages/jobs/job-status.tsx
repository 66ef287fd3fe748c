import { Badge } from "../../ui/badge.tsx";
import type { JobLook } from "./job-look.ts";

export function JobStatus({ look: { label, tone, icon, isLive = false } }: { look: JobLook }) {
  return (
    <Badge tone={tone} isLive={isLive} {...(icon && { icon })}>
      {label}
    </Badge>
  );
}
