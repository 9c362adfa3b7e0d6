import type { Runtime } from './find-runtime.js';
import { holdModel, type LoadedModel, type ModelHold } from './load-model.js';
import { loadFailure, type LocalContext } from './local-errors.js';

/** The model of one target: loaded when it is first needed, freed by `close`. */
export interface LocalModel {
  /** @throws ProviderError when it cannot be loaded. */
  open(): Promise<LoadedModel>;
  close(): Promise<void>;
}

export function localModel(context: LocalContext, load: () => Promise<Runtime>): LocalModel {
  let opened: Promise<ModelHold> | undefined;
  return {
    async open() {
      opened ??= holdModel({ source: context.source, task: context.task, load });
      try {
        return (await opened).loaded;
      } catch (error) {
        opened = undefined;
        throw loadFailure(error, context);
      }
    },
    async close() {
      const hold = await opened?.catch(() => undefined);
      opened = undefined;
      await hold?.release();
    },
  };
}
