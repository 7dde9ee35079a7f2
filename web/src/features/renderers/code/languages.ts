import { LanguageDescription, type LanguageSupport } from '@codemirror/language';
import { languages } from '@codemirror/language-data';

/** Names that render plans use and the list of languages does not know. */
const otherNames: Record<string, string> = { jsonc: 'json', make: 'shell', terminal: 'shell', svg: 'xml' };

/** The grammar of a language by its name, or by the name of a file; loaded when it is first wanted. */
export async function grammarOf(language: string): Promise<LanguageSupport | null> {
  const wanted = otherNames[language.toLowerCase()] ?? language;
  if (wanted === 'text') return null;
  if (wanted.endsWith('.worker')) return frontMatter();
  const found =
    LanguageDescription.matchLanguageName(languages, wanted, false) ??
    LanguageDescription.matchFilename(languages, wanted);
  return found ? found.load() : null;
}

/** Markdown below YAML between two lines of `---`. */
async function frontMatter(): Promise<LanguageSupport> {
  const [{ yamlFrontmatter }, { markdown }] = await Promise.all([
    import('@codemirror/lang-yaml'),
    import('@codemirror/lang-markdown'),
  ]);
  return yamlFrontmatter({ content: markdown() });
}
