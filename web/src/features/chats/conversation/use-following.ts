import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to its end somebody still reads along. */
const NEAR_PX = 120;

/**
 * Keeps the window at the end of a part that grows, as long as its reader is there. Gives whether they are, and the way
 * back there.
 */
export function useFollowing(part: RefObject<HTMLElement | null>): { follows: boolean; follow: () => void } {
  const [follows, setFollows] = useState(true);
  const wanted = useRef(true);
  const follow = useCallback(() => {
    wanted.current = true;
    setFollows(true);
    window.scrollTo({ top: document.documentElement.scrollHeight });
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
  return { follows, follow };
}
