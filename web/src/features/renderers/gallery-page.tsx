import { Page } from '@/components/page';

export function GalleryPage() {
  return <Page title="Renderers">{null}</Page>;
}
