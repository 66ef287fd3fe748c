import { toWindows } from "./disk-path.ts";

const os = process.getBuiltinModule("node:os");

export const { availableParallelism, constants, cpus, platform } = os;
export const tmpdir = () => toWindows(os.tmpdir());
