import { Component, type ReactNode } from 'react';
import { ProblemNote } from '@/components/problem-note';

interface Props {
  /** Stands below the failure: what there is to see all the same. */
  instead?: ReactNode;
  children: ReactNode;
}

/** A part that breaks says so in its own place; the page around it goes on. */
export class FailureBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('This part of the page broke.') };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="flex flex-col gap-3">
        <ProblemNote error={error} retry={() => this.setState({ error: null })} />
        {this.props.instead}
      </div>
    );
  }
}
