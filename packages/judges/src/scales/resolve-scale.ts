import { ConfigError, type JudgeScale } from '@assay/schema';
import { fivePointScale } from './five-point.js';
import { ninePointScale } from './nine-point.js';
import { preferenceScale } from './preference.js';
import { rangeScale } from './range.js';
import type { Scale } from './scale.js';
import { unitScale } from './unit.js';

/** Scales that have a name. */
const NAMED_SCALES: Readonly<Record<Extract<JudgeScale, string>, Scale>> = {
  five_point: fivePointScale,
  nine_point: ninePointScale,
  unit: unitScale,
  preference: preferenceScale,
};

/**
 * The scale that a request names.
 * @throws ConfigError for an unknown name or an impossible range.
 */
export function resolveScale(scale: JudgeScale): Scale {
  if (typeof scale !== 'string') return rangeScale(scale);
  if (Object.hasOwn(NAMED_SCALES, scale)) return NAMED_SCALES[scale];
  throw new ConfigError(`unknown judge scale "${String(scale)}"`, {
    hint: `use one of ${Object.keys(NAMED_SCALES).join(', ')}, or a range { min, max }`,
  });
}
