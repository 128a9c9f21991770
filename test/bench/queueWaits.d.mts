interface Service {
  readonly draw: (random: () => number) => number;
}
type ServiceName =
  | 'exponential'
  | 'lognormal 0.5'
  | 'lognormal 1'
  | 'lognormal 1.4'
  | 'lognormal 2'
  | 'hyperexponential'
  | 'Pareto 3.5'
  | 'Pareto 2.5'
  | 'Pareto 1.8'
  | 'Pareto 1.5';
export declare const services: Readonly<Record<ServiceName, Service>>;
export declare const meanWait: (service: Service, load: number) => number;
export declare const playQueue: (
  service: Service,
  load: number,
  servers: number,
  jobs: number,
  random: () => number,
) => { readonly waits: Float64Array; readonly times: Float64Array };
