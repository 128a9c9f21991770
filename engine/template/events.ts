import type { CompleteContainer } from '../container/config.ts';

/** What the log may say of a template. */
export type TemplateEvent =
  | { readonly type: 'TemplateCreated'; readonly templateId: string; readonly accountId: string; readonly shape: TemplateShape }
  | { readonly type: 'TemplateUpdated'; readonly templateId: string; readonly shape: TemplateShape }
  | { readonly type: 'TemplateDeleted'; readonly templateId: string };

/** What a template holds, defaults filled in. */
export interface TemplateShape {
  readonly name: string;
  readonly container: CompleteContainer;
  readonly persistent: { readonly size: number; readonly path: string } | null;
  readonly serverless: boolean;
  readonly public: boolean;
  readonly category: 'CPU' | 'NVIDIA' | 'AMD';
  readonly startSsh: boolean;
  readonly startJupyter: boolean;
  readonly allowedCudaVersions: readonly string[];
}
