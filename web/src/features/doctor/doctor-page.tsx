import { Page } from '@/components/page';

export function DoctorPage() {
  return <Page title="Doctor">{null}</Page>;
}
