import type { PageInfo } from '@assay/schema';
import { labelHref, trustHref } from '../../data/route/route.js';
import type { PageSource } from '../../data/source/page-source.js';
import { useLoaded } from '../../data/use-loaded.js';

interface Props {
  readonly source: PageSource;
  readonly info: PageInfo;
  readonly run: string;
  /** Whether all replies are there: which are drawn, and how likely, is known then. */
  readonly ended: boolean;
}

/** Lead to what is known of the run's judges, and to labelling. A report has the one where something is known, and never the other. */
export function TrustLinks({ source, info, run, ended }: Props) {
  const { value } = useLoaded(async () => (info.mode === 'server' ? undefined : source.trust(run)), run);
  const isKnown = info.mode === 'server' || (value !== undefined && (value.calibration !== null || value.ranking !== null || value.problems.length > 0));
  return (
    <>
      {isKnown && (
        <a class="button quiet" href={trustHref(run)}>
          Calibration
        </a>
      )}
      {info.can.label && ended && (
        <a class="button quiet" href={labelHref(run)}>
          Label replies
        </a>
      )}
    </>
  );
}
