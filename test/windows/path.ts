const { win32 } = process.getBuiltinModule("node:path");

export const { basename, dirname, extname, isAbsolute, join } = win32;
export const { normalize, parse, relative, resolve, sep, posix } = win32;
export default win32;
