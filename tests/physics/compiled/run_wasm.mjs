// Runs WebAssembly modules for test_wasm.py: a line of JSON in, a line out; bytes are hexadecimal.
//
// In: module, its bytes; image, what lies in memory from the place `at`; calls, each the name of a function and its
// arguments. Out: done, the results of the calls; image, the same part of memory afterwards; or error.
import readline from "node:readline";

const PAGE = 65536;

function answer({ module, image, at, calls }) {
  const size = image.length / 2;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((at + size) / PAGE) });
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, at);
  const env = {
    __linear_memory: memory,
    __indirect_function_table: new WebAssembly.Table({ initial: 16, element: "anyfunc" }),
    __stack_pointer: stack,
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(module, "hex")), { env });
  const place = Buffer.from(memory.buffer, at, size);
  place.write(image, "hex");
  const done = calls.map(([name, ...given]) => exports[name](...given));
  if (stack.value !== at) throw new Error("the stack pointer has moved");
  return { done, image: place.toString("hex") };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  let said;
  try {
    said = answer(JSON.parse(line));
  } catch (error) {
    said = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(said) + "\n");
}
