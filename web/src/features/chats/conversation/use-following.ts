import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to its end somebody still reads along. */
const NEAR_PX = 120;

interface Following {
  /** Whether the reader is at the end. */
  follows: boolean;
  /** Goes back there. */
  follow: () => void;
  /** Leaves the window where it is, or where it is going. */
  stay: () => void;
}

/** Keeps the window at the end of a part that grows, as long as its reader is there. */
export function useFollowing(part: RefObject<HTMLElement | null>): Following {
  const [follows, setFollows] = useState(true);
  const wanted = useRef(true);
  const follow = useCallback(() => {
    wanted.current = true;
    setFollows(true);
    window.scrollTo({ top: document.documentElement.scrollHeight });
  }, []);
  const stay = useCallback(() => {
    wanted.current = false;
    setFollows(false);
  }, []);
  useEffect(() => {
    let height = document.documentElement.scrollHeight;
    const look = () => {
      const { scrollHeight } = document.documentElement;
      const near = scrollHeight - window.innerHeight - window.scrollY < NEAR_PX;
      // What grew since is no reader who went away.
      if (near || scrollHeight === height) {
        wanted.current = near;
        setFollows(near);
      }
      height = scrollHeight;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    const grown = new ResizeObserver(() => {
      if (wanted.current) window.scrollTo({ top: document.documentElement.scrollHeight });
    });
    if (part.current) grown.observe(part.current);
    return () => grown.disconnect();
  }, [part]);
  return { follows, follow, stay };
}
