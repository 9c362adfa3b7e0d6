import { PANELS, type Panel } from '../../data/route/run-layout.js';

const WORDS: Record<Panel, string> = { chart: 'Chart', judges: 'Judges', labels: 'Labels', usage: 'Usage' };

interface Props {
  readonly open: readonly Panel[];
  /** Those that are of no use here. */
  readonly without: readonly Panel[];
  readonly onToggle: (panel: Panel) => void;
}

/** Opens and closes what stands above the table. */
export function PanelBar({ open, without, onToggle }: Props) {
  return (
    <div class="panel-bar" role="group" aria-label="Panels">
      {PANELS.filter((panel) => open.includes(panel) || !without.includes(panel)).map((panel) => (
        <button key={panel} type="button" class="quiet" aria-pressed={open.includes(panel)} onClick={() => onToggle(panel)}>
          {WORDS[panel]}
        </button>
      ))}
    </div>
  );
}
