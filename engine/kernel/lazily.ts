/** What is made when it is first asked for, and kept: a process that never asks does not wait for it at its start. */
export const lazily = <Made>(make: () => Made): (() => Made) => {
  let made: { readonly it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
};
