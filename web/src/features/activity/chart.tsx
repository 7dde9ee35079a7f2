import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '@/app/theme';
import { bucketAt, type Measure, tick } from './figures';

/** A measure with its value in each bucket. */
export interface Line extends Pick<Measure, 'label' | 'colour' | 'shape'> {
  values: (number | null)[];
}

export interface ChartProps {
  /** When each bucket begins, in seconds since 1970. */
  at: number[];
  bucketSeconds: number;
  lines: Line[];
  /** A value beside the chart. */
  format: (value: number) => string;
  /** Told the bucket below the pointer, `null` when it leaves. */
  onPoint: (index: number | null) => void;
  onPick: (index: number) => void;
}

const HEIGHT = 200;

/** Draws figures over time. What it shows stands beside it as a table, so it is silent for screen readers. */
export default function Chart(props: ChartProps) {
  const { at, bucketSeconds, lines, format } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const theme = useTheme().shown;
  useEffect(() => {
    latest.current = props;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // Bars begin where their bucket does; a point of a line stands in the middle of its own.
    const half = lines.some(({ shape }) => shape === 'line') ? bucketSeconds / 2 : 0;
    const data: uPlot.AlignedData = [at.map((begin) => begin + half), ...lines.map((line) => line.values)];
    const plot = new uPlot(options(element.clientWidth, at, bucketSeconds, lines, format), data, element);
    const under = () => indexBelow(plot, at, bucketSeconds);
    plot.over.addEventListener('mousemove', () => latest.current.onPoint(under()));
    plot.over.addEventListener('mouseleave', () => latest.current.onPoint(null));
    plot.over.addEventListener('click', () => {
      const index = under();
      if (index !== null) latest.current.onPick(index);
    });
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [at, bucketSeconds, lines, format, theme]);

  return <div ref={place} aria-hidden className="w-full" style={{ height: HEIGHT }} />;
}

function indexBelow(plot: uPlot, at: number[], bucketSeconds: number): number | null {
  const { left } = plot.cursor;
  if (left === undefined || left < 0) return null;
  return bucketAt(at, bucketSeconds, plot.posToVal(left, 'x'));
}

function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
}

function options(
  width: number,
  at: number[],
  bucketSeconds: number,
  lines: Line[],
  format: (value: number) => string,
): uPlot.Options {
  const axis = {
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const first = at[0] ?? 0;
  const end = (at.at(-1) ?? 0) + bucketSeconds;
  return {
    width,
    height: HEIGHT,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { range: [first, end] },
      y: { range: (_, __, max) => [0, Math.max(1, (max ?? 0) * 1.08)] },
    },
    axes: [
      {
        ...axis,
        space: 76,
        size: 26,
        values: (_, splits, __, ___, step) => splits.map((at) => tick(at, step)),
      },
      { ...axis, size: 56, values: (_, splits) => splits.map(format) },
    ],
    series: [{}, ...lines.map((line) => series(line))],
  };
}

const bars = uPlot.paths.bars?.({ size: [0.82, 48], align: 1, radius: 0.1 });

function series({ label, colour: token, shape }: Line): uPlot.Series {
  const stroke = colour(token);
  if (shape === 'bars' && bars) {
    return { label, stroke, fill: stroke, width: 0, paths: bars, points: { show: false } };
  }
  return { label, stroke, width: 2, points: { show: true, size: 5, fill: stroke } };
}
