// Required by the script in the single executable, and stands in `bin` of the package that it unpacks.
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

import(pathToFileURL(join(__dirname, "../dist/server/docent.js")).href);
