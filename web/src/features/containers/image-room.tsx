import { Link } from '@tanstack/react-router';
import { CircleAlert, Hammer } from 'lucide-react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { duration, Moment } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { Progress } from '@/components/progress';
import { Sentence } from '@/components/sentence';
import { SkeletonRows } from '@/components/skeleton';
import { PrintedText } from '@/features/calls';
import { type Build, plainLog } from './build';
import { BuildMark } from './build-mark';
import { type ContainerFacts, FactsCard } from './facts-card';
import { useBuild, useBuildAgain } from './queries';

/** The image of a container tool: how it stands, what its build printed, and what it is allowed. */
export function ImageRoom({ toolId, container }: { toolId: string; container: ContainerFacts }) {
  const { data: build, error, refetch } = useBuild(toolId);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card
        title={
          <span role="status" className="flex flex-wrap items-center gap-2">
            Image <BuildMark state={build?.state} />
          </span>
        }
        actions={build ? <Again toolId={toolId} build={build} /> : null}
      >
        {error && !build ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
        {!build && !error ? <SkeletonRows count={2} /> : null}
        {build ? <BuildView build={build} /> : null}
      </Card>
      <FactsCard container={container} />
    </div>
  );
}

function Again({ toolId, build }: { toolId: string; build: Build }) {
  const again = useBuildAgain(toolId);
  const refused = useAllowed('admin') === 'refused';
  const goesOn = build.state === 'building' || build.state === 'waiting';
  return (
    <>
      {build.log ? <CopyButton text={plainLog(build.log)} label="Copy the log" /> : null}
      <Button
        icon={Hammer}
        busy={again.isPending || goesOn}
        disabled={refused}
        title={refused ? refusal('admin') : undefined}
        onClick={() => again.mutate()}
      >
        Build again
      </Button>
    </>
  );
}

function BuildView({ build }: { build: Build }) {
  const { state, image, message } = build;
  const log = plainLog(build.log);
  return (
    <div className="flex flex-col gap-4">
      {state === 'building' ? <Progress label="Building the image" /> : null}
      {state === 'failed' || state === 'unavailable' ? <WhatToDo state={state} message={message} /> : null}
      <p className="text-sm text-muted">
        {whenOf(build)}
        {image ? (
          <>
            {' '}
            <code className="text-xs break-all">{image}</code>
          </>
        ) : null}
      </p>
      {log ? (
        <PrintedText text={log} label="Log of the build" follow={state === 'building'} />
      ) : (
        <p className="text-sm text-muted">
          {state === 'building' ? 'It has printed nothing yet.' : 'What the build prints is kept here.'}
        </p>
      )}
    </div>
  );
}

function whenOf({ state, started_at, finished_at }: Build) {
  if (state === 'waiting') return 'Images are built one after another, in the background.';
  if (!started_at) return 'It was not built yet.';
  if (!finished_at) {
    return (
      <>
        Begun <Moment at={started_at} />.
      </>
    );
  }
  return (
    <>
      {state === 'ready' ? 'Built' : 'Ended'} <Moment at={finished_at} />, in{' '}
      {duration(Date.parse(finished_at) - Date.parse(started_at))}.
    </>
  );
}

/** Why there is no image, and the way to one. */
function WhatToDo({
  state,
  message,
}: {
  state: 'failed' | 'unavailable';
  message: string | null | undefined;
}) {
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-bad-soft p-4 text-sm">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-semibold break-words whitespace-pre-wrap">
          <Sentence
            text={message ?? (state === 'failed' ? 'The build failed.' : 'No container engine answers.')}
          />
        </p>
        <p className="mt-1">
          {state === 'failed' ? (
            'The end of the log says at which step. Correct the Dockerfile or what it copies and import the folder again, or build again where only the network was away. Other tools are not touched.'
          ) : (
            <>
              Start Docker or Podman on the server’s machine; its image is built by itself then.{' '}
              <Link to="/doctor" className="text-accent underline">
                Doctor
              </Link>{' '}
              says where one was looked for.
            </>
          )}
        </p>
      </div>
    </div>
  );
}
