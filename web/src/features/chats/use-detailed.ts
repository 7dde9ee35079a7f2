import { useState } from 'react';

const KEY = 'pegboard-compact-calls';

/** Whether results of calls are shown at once, as chosen on this browser. */
export function useDetailed(): [boolean, (detailed: boolean) => void] {
  const [detailed, setDetailed] = useState(stored);
  const choose = (to: boolean) => {
    setDetailed(to);
    try {
      if (to) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'yes');
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [detailed, choose];
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}
