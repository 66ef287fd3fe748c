export const onWindows = true;
