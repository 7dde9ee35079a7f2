//! Which rooms of the page may import which.

use super::finding::Finding;
use super::house::{House, TextFile};

const ROOT: &str = "web/src/";
/// The one place that names every feature.
const ROUTER: &str = "web/src/app/router.tsx";

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let sources = house.below(ROOT).filter(|file| matches!(file.extension(), "ts" | "tsx"));
    sources.flat_map(in_file).collect()
}

fn in_file(file: &TextFile) -> Vec<Finding> {
    let Some(room) = file.path.strip_prefix(ROOT) else { return Vec::new() };
    let lines = file.text.lines().enumerate();
    lines
        .flat_map(|(index, line)| imported(line).map(move |target| (index + 1, target)))
        .filter_map(|(line, target)| Some(Finding::at(&file.path, line, fault(&file.path, room, target)?)))
        .collect()
}

/// What stands between the quotes of each `'@/…'` on a line.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    let is_import = line.contains("from '@/") || line.contains("import('@/");
    let starts = line.match_indices("'@/").filter(move |_| is_import);
    starts.filter_map(|(at, quote)| line.get(at + quote.len()..)?.split('\'').next())
}

/// Why a room may not import a target; `None` where it may.
fn fault(path: &str, room: &str, target: &str) -> Option<&'static str> {
    let (layer, rest) = room.split_once('/').unwrap_or((room, ""));
    let (wanted, inner) = target.split_once('/').unwrap_or((target, ""));
    match (layer, wanted) {
        ("api", "app" | "components" | "features") => Some("`api` knows the server, not the page"),
        ("components", "app" | "features") => Some("`components` know nothing of Pegboard's things"),
        ("app", "features") if path != ROUTER => Some("only the index of addresses names features"),
        ("features", "features") => {
            let own = rest.split('/').next();
            let other = inner.split('/').next();
            let deep = inner.contains('/');
            (own != other && deep).then_some("of another feature only its `index.ts` may be imported")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> usize {
        check(&House::of(&[(path, text)])).len()
    }

    #[test]
    fn a_feature_takes_of_another_only_what_it_offers() {
        let path = "web/src/features/calls/call-page.tsx";
        assert_eq!(faults(path, "import { FileView } from '@/features/renderers';"), 0);
        assert_eq!(faults(path, "import { x } from '@/features/calls/queries';"), 0);
        assert_eq!(faults(path, "import { x } from '@/features/renderers/plan';"), 1);
        assert_eq!(faults(path, "const x = lazy(() => import('@/features/renderers/plan'));"), 1);
    }

    #[test]
    fn lower_rooms_do_not_know_upper_ones() {
        assert_eq!(faults("web/src/components/button.tsx", "import { x } from '@/app/theme';"), 1);
        assert_eq!(faults("web/src/api/client.ts", "import { x } from '@/components/button';"), 1);
        assert_eq!(faults("web/src/app/shell.tsx", "import { x } from '@/features/tools';"), 1);
        assert_eq!(faults(ROUTER, "import('@/features/tools/tools-page')"), 0);
    }
}
