/**
 * Small changes of worlds, their history and their audit. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const world = [
  { tests: 'test/arguments.test.ts', file: 'arguments.ts', was: 'if (startMs + at > lastInstantMs) throw', is: 'if (startMs > lastInstantMs) throw' },
  { tests: 'test/arguments.test.ts', file: 'audit/auditState.ts', was: "after === 'queue'", is: "after !== 'queue'" },
  { tests: 'test/arguments.test.ts', file: 'audit/billingLedger.ts', was: 'shape.placement !== null', is: 'shape.placement === null' },
  { tests: 'test/arguments.test.ts', file: 'audit/invariants.ts', was: 'return shown === counted', is: 'return shown !== counted' },
  { tests: 'test/arguments.test.ts', file: 'callbacks.ts', was: 'this.#thrown.splice(0)[0]', is: 'this.#thrown[0]' },
  { tests: 'test/control/clock.test.ts', file: 'clock.ts', was: "return 'next' in target ? (ran === 0 ? 'nothing-due' : 'next') : 'reached';", is: "return 'next' in target ? 'next' : 'reached';" },
  { tests: 'test/determinism.test.ts', file: 'configuration.ts', was: 'this.draw = drawsFrom(seed, this.#draws);', is: "this.draw = drawsFrom('', this.#draws);" },
  { tests: 'test/attack/secrets.test.ts', file: 'definition.ts', was: 'keys: keys.map((key) => keptKey(key, digests))', is: 'keys: keys as readonly ApiKey[]' },
  { tests: 'test/steps.test.ts', file: 'dispatchContext.ts', was: 'yield* this.dispatchInSteps(kind, id, command)', is: 'this.dispatch(kind, id, command)' },
  { tests: 'test/properties/client/resources.test.ts', file: 'entities.ts', was: 'createdBy.includes(operation)', is: "createdBy.length > 0 && operation !== ''" },
  { tests: 'test/history/keyframes.test.ts', file: 'history/keyframes.ts', was: 'if (seq >= this.length) return this.#newest;', is: '' },
  { tests: 'test/control/forks.test.ts', file: 'history/rewind.ts', was: 'if (seed !== undefined) world.reseed(seed);', is: '' },
  { tests: 'test/determinism.test.ts', file: 'logFingerprint.ts', was: 'log.entries(chain.length)', is: 'log.entries()' },
  { tests: 'test/control/commands.test.ts', file: 'operations.ts', was: '[...operations, ...controlCommands]', is: 'operations' },
  { tests: 'test/arguments.test.ts', file: 'pendingCalls.ts', was: 'if (!this.#held.delete(callId)) return false;', is: '' },
  { tests: 'test/determinism.test.ts', file: 'projections/inputKeys.ts', was: '+ 1;', is: ';' },
  { tests: 'test/projections/throttled.test.ts', file: 'projections/throttled.ts', was: 'endpoint.version !== version', is: 'endpoint.version === version' },
  { tests: 'test/steps.test.ts', file: 'recorder.ts', was: 'this.firedSinceInput = 0;', is: '' },
  { tests: 'test/resources/decide.test.ts', file: 'resources/delegation.ts', was: "event: 'DelegationRevoked'", is: "event: 'DelegationCreated'" },
  { tests: 'test/resources/decide.test.ts', file: 'resources/registry.ts', was: "event: 'RegistryDeleted'", is: "event: 'RegistryCreated'" },
  { tests: 'test/study/names.test.ts', file: 'settings.ts', was: "setting.unit === 'duration'", is: "setting.unit !== 'duration'" },
  { tests: 'test/control/clock.test.ts', file: 'simulation.ts', was: 'if (this.fired.length < firedMax) ', is: '' },
  { tests: 'test/scenario/laws.test.ts', file: 'simulatorDump.ts', was: 'sim.timers.restore(scheduled);', is: '' },
  { tests: 'test/arguments.test.ts', file: 'world.ts', was: "seed: checkText(seed, 'seed')", is: 'seed' },
  { tests: 'test/arguments.test.ts', file: 'worldOptions.ts', was: 'checkHandlers(handlers)', is: 'handlers' },
  { tests: 'test/scenario/laws.test.ts', file: 'worldSnapshot.ts', was: 'yield* loadSimulator(sim, loop);', is: '' },
  { tests: 'test/history/answers.test.ts', file: 'history/answers.ts', was: 'afterwards: body = given', is: 'afterwards: _, body = given' },
  { tests: 'test/history/answers.test.ts', file: 'history/answers.ts', was: 'body: given, afterwards: body = given, rule', is: 'body, rule' },
  { tests: 'test/control/clock.test.ts', file: 'simulation.ts', was: 'if (this.fired.length < firedMax) ', is: '' },
];
