import type { Row } from './lanes';

const STEP = 14;
const HEIGHT = 48;

interface Props {
  row: Row | undefined;
  /** Lanes in the whole picture. */
  width: number;
  filled: boolean;
}

/** One row's part of the picture of branches. Screen readers hear the rows themselves. */
export function Lanes({ row, width, filled }: Props) {
  if (!row) return null;
  const x = (lane: number) => 8 + lane * STEP;
  const middle = HEIGHT / 2;
  return (
    <svg
      aria-hidden="true"
      width={8 + width * STEP}
      height="100%"
      viewBox={`0 0 ${8 + width * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="shrink-0 text-strong-line"
    >
      <g stroke="currentColor" strokeWidth="2" fill="none">
        {row.above
          .filter((lane) => !row.joins.includes(lane))
          .map((lane) => (
            <line key={`a${lane}`} x1={x(lane)} x2={x(lane)} y1={0} y2={middle} />
          ))}
        {row.joins.map((lane) => (
          <path key={`j${lane}`} d={`M ${x(lane)} 0 Q ${x(lane)} ${middle} ${x(row.lane)} ${middle}`} />
        ))}
        {row.below.map((lane) => (
          <line key={`b${lane}`} x1={x(lane)} x2={x(lane)} y1={middle} y2={HEIGHT} />
        ))}
      </g>
      <circle
        cx={x(row.lane)}
        cy={middle}
        r="4.5"
        className={filled ? 'fill-accent stroke-accent' : 'fill-surface stroke-accent'}
        strokeWidth="2"
      />
    </svg>
  );
}
