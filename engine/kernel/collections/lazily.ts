/** Makes a value when it is first needed, and remembers it. A process that never needs it does not wait for it at its start. */
export const lazily = <Made>(make: () => Made): (() => Made) => {
  let made: { readonly it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
};
