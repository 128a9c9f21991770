/** CUDA versions that hosts report, oldest first. */
export const cudaVersions: readonly string[] = [
  '11.8',
  '12.0',
  '12.1',
  '12.2',
  '12.3',
  '12.4',
  '12.5',
  '12.6',
  '12.7',
  '12.8',
  '12.9',
  '13.0',
];

/** Whether version `a` is at least `b`; both `major.minor`. */
export const cudaAtLeast = (a: string, b: string): boolean => {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number);
  const [majorB = 0, minorB = 0] = b.split('.').map(Number);
  return majorA > majorB || (majorA === majorB && minorA >= minorB);
};
