import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** QuickJS as the evaluators package has it. */
const from = createRequire(new URL('../../packages/evaluators/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(from.resolve(name)));

/** The floor for scripts: a runtime and context of its own for every evaluation, and nothing around it. */
export async function freshContexts() {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    load('quickjs-emscripten-core'),
    load('@jitl/quickjs-singlefile-mjs-release-sync'),
  ]);
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  return (code, text) => {
    const context = quickjs.newContext();
    context.runtime.setMemoryLimit(64 * 1024 * 1024);
    const handle = context.newString(text);
    context.setProp(context.global, 'r', handle);
    handle.dispose();
    const result = context.unwrapResult(context.evalCode(code));
    const value = context.dump(result);
    result.dispose();
    context.dispose();
    return value;
  };
}
