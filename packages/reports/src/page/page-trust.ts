import type { Calibration, PageTrust, RunTrust } from '@assay/schema';
import { calibrationTables, labelsText } from '../calibration/tables/calibration-tables.js';
import { rankingSummary, rankingTables } from '../ranking/ranking-tables.js';

/** Labelled cases that the run, or its only group, lacks for a correction of its own. */
function moreOf({ groups: [whole] }: Calibration): number {
  return whole === undefined || whole.method === 'prediction_powered' ? 0 : whole.moreLabels;
}

/** What is known of a run beyond its rows, as the page shows it. */
export function pageTrust({ calibration, ranking, problems }: RunTrust): PageTrust {
  return {
    calibration: calibration
      ? { summary: labelsText(calibration), notes: calibration.notes, tables: calibrationTables(calibration), more: moreOf(calibration) }
      : null,
    ranking: ranking ? { summary: rankingSummary(ranking), tables: rankingTables(ranking) } : null,
    problems,
  };
}
