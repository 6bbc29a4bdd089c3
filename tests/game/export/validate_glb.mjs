// Validates binary glTF files with Khronos' validator: a line of JSON for each, with what it says.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { validateBytes } = require("gltf-validator");

for (const file of process.argv.slice(2)) {
  const { issues } = await validateBytes(new Uint8Array(readFileSync(file)));
  console.log(JSON.stringify(issues));
}
