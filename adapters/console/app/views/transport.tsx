import { speeds } from '../model/charts/timeScale.ts';
import { commands } from '../model/commands.ts';
import { placeInInstant, stepInstant } from '../model/moment/moment.ts';
import { useConsole } from './context.ts';
import { Time } from './parts.tsx';
import * as css from './transport.css';

/** The moment in numbers, and what moves it. */
export const Transport = () => (
  <div class={css.transport}>
    <Clock />
    <Buttons />
    <Speed />
  </div>
);

const Clock = () => {
  const { desk, source } = useConsole();
  const { number, count } = desk.log === undefined ? { number: 0, count: 0 } : placeInInstant(desk.log, desk.seq.value);
  return (
    <div class={css.clock}>
      <Time at={desk.at.value} />
      <label class={css.entryNumber}>
        entry
        <input
          type="number"
          data-command={commands.moment(source(), desk.seq.value)}
          min={0}
          max={desk.length.value}
          value={desk.seq.value}
          style={{ width: `${String(desk.length.value).length + 3}ch` }}
          onChange={({ currentTarget }) => desk.show(Number(currentTarget.value))}
        />
        <span class="dim">of {desk.length.value}</span>
      </label>
      <span class={`dim ${css.instant}`}>{count > 1 ? `${number} of ${count} at this instant` : ''}</span>
    </div>
  );
};

const Buttons = () => {
  const { desk, player, source } = useConsole();
  const isPlaying = desk.playhead.value !== undefined;
  const [seq, length, { log }] = [desk.shown.value, desk.length.value, desk];
  const stops = length > 0 ? (log?.landmarks.stops ?? 0) : 0;
  const instant = (by: 1 | -1): number => (log === undefined ? seq : stepInstant(log, seq, by));
  const stop = (by: 1 | -1): number => log?.landmarks.step(seq, by) ?? seq;
  const at = (to: number): string => commands.moment(source(), Math.min(Math.max(0, to), length));
  const play = commands.play(source(), log?.at(seq) ?? 0);
  return (
    <div class={css.buttons} role="group" aria-label="Move the moment">
      <Key shape="|⟨" name="To the beginning" keys="Home" command={at(0)} press={() => desk.go(0)} />
      <Key shape="⟨⟨" name="Instant before" keys="Shift ←" command={at(instant(-1))} press={() => desk.stepInstant(-1)} />
      <Key shape="⟨" name="Entry before" keys="←" command={at(seq - 1)} press={() => desk.step(-1)} />
      <Key
        shape={isPlaying ? '❚❚' : '▶'}
        name={isPlaying ? 'Pause' : 'Play'}
        keys="Space"
        command={isPlaying ? at(seq) : play}
        press={() => player.toggle()}
        isMain
      />
      <Key shape="⟩" name="Entry after" keys="→" command={at(seq + 1)} press={() => desk.step(1)} />
      <Key shape="⟩⟩" name="Instant after" keys="Shift →" command={at(instant(1))} press={() => desk.stepInstant(1)} />
      <Key shape="⟩|" name="To the end" keys="End" command={at(length)} press={() => desk.go(desk.length.value)} />
      <Key
        shape="✕⟨"
        name="Fault or failure before"
        keys="["
        command={at(stop(-1))}
        press={() => desk.stepLandmark(-1)}
        isOff={stops === 0}
      />
      <Key shape="✕⟩" name="Next fault or failure" keys="]" command={at(stop(1))} press={() => desk.stepLandmark(1)} isOff={stops === 0} />
    </div>
  );
};

interface KeyProps {
  readonly shape: string;
  readonly name: string;
  readonly keys: string;
  readonly command: string;
  readonly press: () => void;
  readonly isMain?: boolean;
  readonly isOff?: boolean;
}

const Key = ({ shape, name, keys, command, press, isMain = false, isOff = false }: KeyProps) => (
  <button
    type="button"
    data-command={command}
    class={isMain ? 'key main' : 'key'}
    aria-label={name}
    title={`${name} (${keys})`}
    disabled={isOff}
    onClick={press}
  >
    {shape}
  </button>
);

const Speed = () => {
  const { desk, source } = useConsole();
  return (
    <label class={css.speed}>
      <span class="dim">speed</span>
      <select
        aria-label="Speed"
        data-command={commands.speed(source(), desk.speed.value)}
        value={String(desk.speed.value)}
        onChange={({ currentTarget }) => {
          desk.speed.value = Number(currentTarget.value);
        }}
      >
        {speeds.map((speed) => (
          <option key={speed} value={String(speed)}>
            {speed}×
          </option>
        ))}
      </select>
    </label>
  );
};
