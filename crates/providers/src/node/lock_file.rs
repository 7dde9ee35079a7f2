//! A bundle's `package-lock.json`, looked at before npm follows it.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A lock file that is not followed.
#[derive(Debug, thiserror::Error)]
pub enum LockFileError {
    /// It is none.
    #[error("package-lock.json cannot be read: {0}")]
    Broken(#[source] serde_json::Error),
    /// It is of an old form.
    #[error("package-lock.json is of version 1: let npm 7 or newer write it again")]
    Old,
    /// It would bring code from somewhere that is no registry, or put it elsewhere.
    #[error(
        "package-lock.json is not followed, because of `{0}`: packages come over https, and lie in node_modules"
    )]
    Astray(String),
}

#[derive(Deserialize)]
struct LockFile {
    packages: Option<Map<String, Value>>,
}

/// Whether npm may follow it.
pub(super) fn check(text: &str) -> Result<(), LockFileError> {
    let lock: LockFile = serde_json::from_str(text).map_err(LockFileError::Broken)?;
    let packages = lock.packages.ok_or(LockFileError::Old)?;
    for (place, package) in packages.iter().filter(|(place, _)| !place.is_empty()) {
        let is_inside =
            place.starts_with("node_modules/") && !place.split('/').any(|part| matches!(part, "." | ".."));
        let is_link = package.get("link").is_some_and(|link| *link != Value::Bool(false));
        let is_fetched = match package.get("resolved") {
            None => true,
            Some(address) => address.as_str().is_some_and(|address| address.starts_with("https://")),
        };
        if !is_inside || is_link || !is_fetched {
            return Err(LockFileError::Astray(place.chars().take(100).collect()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::check;

    #[test]
    fn what_leads_astray_is_not_followed() {
        let lock =
            |inner: &str| format!(r#"{{"lockfileVersion":3,"packages":{{"":{{"name":"x"}},{inner}}}}}"#);
        check(&lock(r#""node_modules/a":{"version":"1.0.0","integrity":"sha512-x"}"#)).unwrap();
        check(&lock(r#""node_modules/a/node_modules/b":{"resolved":"https://example.com/b.tgz"}"#)).unwrap();
        for inner in [
            r#""node_modules/a":{"resolved":"git+ssh://git@example.com/a.git"}"#,
            r#""node_modules/a":{"resolved":"http://example.com/a.tgz"}"#,
            r#""node_modules/a":{"resolved":"file:../a"}"#,
            r#""node_modules/a":{"resolved":"a","link":true}"#,
            r#""../a":{"version":"1.0.0"}"#,
            r#""node_modules/../../a":{"version":"1.0.0"}"#,
        ] {
            check(&lock(inner)).unwrap_err();
        }
        check(r#"{"lockfileVersion":1,"dependencies":{}}"#).unwrap_err();
        check("{").unwrap_err();
    }
}
