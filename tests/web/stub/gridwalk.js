// A program that draws nothing: the page around it is tested without the real one.
export default async function run({ module_or_path }) {
  await (await module_or_path).arrayBuffer()
  window.program = globalThis.gridwalk
  window.program.shown()
}
