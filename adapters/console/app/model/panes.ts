import { signal } from '@preact/signals';

/** A view: a row of `registry.ts`. */
export interface ConsoleView {
  readonly id: string;
  readonly title: string;
  /** The key that opens it, where that is not its place among the others. */
  readonly key?: string;
  readonly pane: PaneName;
  /** It is there, too, while no log is. */
  readonly needsNoLog?: boolean;
  /** It has a tab only while it is open. */
  readonly isOnDemand?: boolean;
  /** What Preact renders; its types are those of a browser, which the model does without. */
  readonly Component: (props: never) => unknown;
}

/** A view with its key. */
export type KeyedView = ConsoleView & { readonly key: string };

/** The wide pane and the narrow one. A narrow window shows one view at a time. */
export type PaneName = 'main' | 'side';

/** What there is to change: the world by a call, or the scenario by its text. */
export type ChangePart = 'call' | 'scenario';

/** Which view is open in each pane, and which pane a narrow window shows. */
export class Panes {
  readonly views: readonly KeyedView[];
  readonly open: Readonly<Record<PaneName, ReturnType<typeof signal<string>>>>;
  readonly front = signal<PaneName>('main');
  /** Whether a change is a call that is written, or a scenario. */
  readonly change = signal<ChangePart>('call');
  /** Tracks by id: those that show only their values, and those above the others. The tape, if pinned, stands above all views. */
  readonly folded = signal<ReadonlySet<string>>(new Set());
  readonly pinned = signal<ReadonlySet<string>>(new Set(['tape', 'queue']));

  constructor(views: readonly ConsoleView[]) {
    let place = 0;
    this.views = views.map((view) => ({ ...view, key: view.key ?? String(++place) }));
    this.open = { main: signal(this.of('main')[0]?.id ?? ''), side: signal(this.of('side')[0]?.id ?? '') };
  }

  /** Those that have a tab. */
  get tabs(): readonly KeyedView[] {
    return this.views.filter(({ id, pane, isOnDemand }) => isOnDemand !== true || this.open[pane].value === id);
  }

  of(pane: PaneName): readonly KeyedView[] {
    return this.views.filter((view) => view.pane === pane);
  }

  show(id: string, change: ChangePart = this.change.value): void {
    const view = this.views.find((one) => one.id === id);
    if (view === undefined) return;
    this.open[view.pane].value = id;
    this.front.value = view.pane;
    this.change.value = change;
  }

  /** Folds or pins a track, or does so no longer. */
  toggle(what: 'folded' | 'pinned', track: string): void {
    const tracks = new Set(this[what].value);
    if (!tracks.delete(track)) tracks.add(track);
    this[what].value = tracks;
  }
}
