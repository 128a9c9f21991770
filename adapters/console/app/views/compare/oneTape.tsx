import { formatVirtualTime, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import { paintTape } from '../../canvas/tapePainter.ts';
import { useCanvas } from '../../canvas/useCanvas.ts';
import type { TimeScale } from '../../model/charts/timeScale.ts';
import type { RunLog } from '../../model/runLog.ts';
import * as css from './oneTape.css';

interface OneTapeProps {
  readonly name: string;
  readonly log: RunLog;
  /** That of both. */
  readonly scale: TimeScale;
  readonly peak: number;
  /** Where the two part. */
  readonly parting: number | undefined;
  /** Called with the time of a click. */
  readonly pick: (at: number) => void;
}

/** One of two tapes. */
export const OneTape = ({ name, log, scale, peak, parting, pick }: OneTapeProps) => {
  const { attach } = useCanvas((easel) => paintTape(easel, log, scale, log, peak));
  const { landmarks, depth } = log;
  const count = (kind: string): number => landmarks.kinds.filter((one) => one === kind).length;
  const words = `${log.length} entries until ${formatVirtualTime(log.end as VirtualTime)}, ${depth.peak} queued at most, ${count('failure')} failures`;
  return (
    <figure>
      <div class={css.oneTape}>
        <canvas
          ref={attach}
          role="img"
          aria-label={`Tape ${name}: ${words}`}
          onClick={({ offsetX, currentTarget }) => pick(scale.time(offsetX / currentTarget.clientWidth))}
        />
        {parting === undefined ? null : <div class={css.parting} style={{ left: `${parting * 100}%` }} aria-hidden="true" />}
      </div>
      <figcaption class="dim small">
        <b>{name}</b> {words}
      </figcaption>
    </figure>
  );
};
