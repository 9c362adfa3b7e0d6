import type { ScalarTag } from 'yaml';

/**
 * `!!float 3`, which the core schema of YAML has, and which programs write that keep the kind of a number. The library knows whole
 * numbers after `!!int` alone. Those without a tag are found by it before this is looked at.
 */
export const wholeFloats: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  identify: (value) => typeof value === 'number',
  default: true,
  test: /^[-+]?[0-9]+$/u,
  resolve: Number,
};
