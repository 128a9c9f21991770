// What the package exports as `podsim`: the engine's front door, and lessons.
export * from './index.ts';
export * from './lab/lesson/index.ts';
