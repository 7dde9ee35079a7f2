import { Page } from '@/components/page';
import { type Entry, plain, planned } from './gallery/entries';
import { EntryCard } from './gallery/entry-card';

/** Every way in which results and files are shown, on one page. */
export function GalleryPage() {
  return (
    <Page
      title="Renderers"
      about="How results and files are shown. What is marked live is the newest of its kind in this house; the rest are samples."
    >
      <Group title="Results" entries={planned} />
      <Group title="Files" entries={plain} />
    </Page>
  );
}

function Group({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <p className="text-sm font-semibold">{title}</p>
      <div className="grid items-start gap-4 [--view-max:19rem] xl:grid-cols-2 [&>*]:min-w-0">
        {entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </div>
    </section>
  );
}
