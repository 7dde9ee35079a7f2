import { useEffect, useState } from 'react';

/** How long typing rests before what follows it goes on, in milliseconds. */
const REST_MS = 300;

/** A value once it has not changed for a moment. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that says the same is the same
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return rested;
}
