import { defineConfig } from 'tsdown';
import { thirdPartyNotices } from '../../third-party-notices.ts';
import base from '../../tsdown.base.ts';

// With what reads Parquet inside: as it would be installed it lacks the patch, which guards against damaged files.
export default defineConfig([
  { ...base, dts: false, noExternal: ['hyparquet'], plugins: [thirdPartyNotices('@assay/loaders')] },
  { ...base, dts: { ...base.dts, emitDtsOnly: true } },
]);
