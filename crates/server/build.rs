//! Builds anew when the page was built anew: it becomes part of the program.

fn main() {
    // The folder above exists always, and its entry changes when `dist` comes or goes.
    for path in ["../../web/dist", "../../web"] {
        if std::path::Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
