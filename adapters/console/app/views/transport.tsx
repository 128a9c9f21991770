import { speeds } from '../model/player.ts';
import { useConsole } from './context.ts';
import { Time } from './parts.tsx';

/** The moment in numbers, and what moves it. */
export const Transport = () => (
  <div class="transport">
    <Clock />
    <Buttons />
    <Speed />
  </div>
);

const Clock = () => {
  const { desk } = useConsole();
  const { number, count } = desk.placeInInstant;
  return (
    <div class="clock">
      <Time at={desk.at.value} />
      <label class="entry-number">
        entry
        <input
          type="number"
          min={0}
          max={desk.length.value}
          value={desk.seq.value}
          style={{ width: `${String(desk.length.value).length + 3}ch` }}
          onChange={({ currentTarget }) => desk.show(Number(currentTarget.value))}
        />
        <span class="dim">of {desk.length.value}</span>
      </label>
      <span class="dim instant">{count > 1 ? `${number} of ${count} at this instant` : ''}</span>
    </div>
  );
};

const Buttons = () => {
  const { desk, player } = useConsole();
  const isPlaying = desk.playhead.value !== undefined;
  const stops = desk.length.value > 0 ? (desk.log?.landmarks.stops ?? 0) : 0;
  return (
    <div class="buttons" role="group" aria-label="Move the moment">
      <Key shape="|⟨" name="To the beginning" keys="Home" press={() => desk.go(0)} />
      <Key shape="⟨⟨" name="Instant before" keys="Shift ←" press={() => desk.stepInstant(-1)} />
      <Key shape="⟨" name="Entry before" keys="←" press={() => desk.step(-1)} />
      <Key shape={isPlaying ? '❚❚' : '▶'} name={isPlaying ? 'Pause' : 'Play'} keys="Space" press={() => player.toggle()} isMain />
      <Key shape="⟩" name="Entry after" keys="→" press={() => desk.step(1)} />
      <Key shape="⟩⟩" name="Instant after" keys="Shift →" press={() => desk.stepInstant(1)} />
      <Key shape="⟩|" name="To the end" keys="End" press={() => desk.go(desk.length.value)} />
      <Key shape="✕⟨" name="Fault or failure before" keys="[" press={() => desk.stepLandmark(-1)} isOff={stops === 0} />
      <Key shape="✕⟩" name="Next fault or failure" keys="]" press={() => desk.stepLandmark(1)} isOff={stops === 0} />
    </div>
  );
};

interface KeyProps {
  readonly shape: string;
  readonly name: string;
  readonly keys: string;
  readonly press: () => void;
  readonly isMain?: boolean;
  readonly isOff?: boolean;
}

const Key = ({ shape, name, keys, press, isMain = false, isOff = false }: KeyProps) => (
  <button type="button" class={isMain ? 'key main' : 'key'} aria-label={name} title={`${name} (${keys})`} disabled={isOff} onClick={press}>
    {shape}
  </button>
);

const Speed = () => {
  const { desk } = useConsole();
  return (
    <label class="speed">
      <span class="dim">speed</span>
      <select
        aria-label="Speed"
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
