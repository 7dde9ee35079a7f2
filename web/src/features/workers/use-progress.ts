import { useState } from 'react';
import { newProgressId } from '@/api/progress-id';
import { useEvents } from '@/app/live';

/** A name under which the server tells of the steps of one request, and the last step that it told. */
export function useProgress() {
  const [id] = useState(newProgressId);
  const [step, setStep] = useState<string | null>(null);
  useEvents((event) => {
    if (event.type === 'toolset_progress' && event.progress_id === id) setStep(event.text);
  });
  return { id, step };
}
