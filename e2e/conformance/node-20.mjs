import { register } from 'node:module'

// The conformance tool imports `globSync` from 'fs', which Node 20 does not have, for a command that we do not use. With
// `--import` of this file the import resolves, and the tool needs no second Node beside the one that runs the tests.
const fs = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined`
const hooks = `export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/dist/')
    ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)}, shortCircuit: true }
    : next(specifier, context)`
if (Number(process.versions.node.split('.')[0]) < 22) register(`data:text/javascript,${encodeURIComponent(hooks)}`)
