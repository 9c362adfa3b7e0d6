/** What a summary takes of the package: its size is checked. */
export { clopperPearson, gaffkeRatio, passAtK, passHatK, quantile, weightedMean } from '../src/index.js';
